package config

import "github.com/secsd/secsd/gem"

// terminals returns those of the file, nil for the default.
func (b *builder) terminals() (list []gem.Terminal) {
	for _, t := range b.file.Definitions.Terminals {
		list = append(list, gem.Terminal(t))
	}
	return list
}
