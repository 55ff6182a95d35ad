// Package configs holds equipment definitions that run as they are.
package configs

import _ "embed"

// Etcher is etcher.yaml, the equipment that secsd runs when no file is named.
//
//go:embed etcher.yaml
var Etcher []byte
