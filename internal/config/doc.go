// Package config reads the configuration file into the Config structs of the
// rooms.
//
// # Purpose
//
// Load turns a Source, the text of a file and what flags and environment put
// before it, into a Config that is valid in all its parts, or into all the
// problems that it has. docs/configuration.md describes the file for users;
// file.go is its layout.
//
// # Stages
//
//	source.go    is it text, and not too much of it
//	parse.go     is it one YAML document
//	check.go     has every key its type; what has not is reported and dropped
//	config.go    viper decodes what is left into the structs of file.go
//	override.go  flags and environment
//	build.go     the rooms' Config structs, which validate themselves
//
// The file is read twice: as a tree of nodes, which knows lines, columns and
// how a value was written, and through viper. The tree alone decides what is
// valid. Free-form values, the initial value of a variable say, come from it
// too, because viper folds the case of keys, inside lists too.
//
// # Units
//
// Durations in the file are seconds, in the structs time.Duration.
//
// # Errors
//
// Load returns an *InvalidError. It has one line per problem, with
// file:line:column (or the flag), the key, what came and what is wanted, in
// the order of the file. A problem is told once: where a value did not pass
// one stage, the later ones say nothing about it.
package config
