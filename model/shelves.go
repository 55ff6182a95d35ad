package model

// shelves are the kinds of durable objects.
var shelves = [kinds]shelf{}

// relink finds anew what follows from the images of all objects.
func (m *Model) relink() error { return nil }
