// Package manual prints the description of an equipment for people: the
// document that E30 8.4 asks a supplier for.
//
// # Purpose
//
// New joins the description of a daemon with the dictionary of messages and data
// items (dictionary/messages.yaml, dictionary/items.yaml). JSON prints that as
// data, HTML and Markdown print the same content in the twenty sections of the
// standard. A message that the equipment serves needs an entry in the
// dictionary; a test compares both.
//
// # Standard
//
// SEMI E30 8.3 and 8.4, E5 11. Bodies are those of E5, in the spelling of SML
// with names of data items in place of values.
package manual
