package model

import (
	"bytes"
	"slices"
	"time"

	"github.com/secsd/secsd/secs2"
	"pgregory.net/rapid"
)

// This file is the twin of TestWalk, and what it must have in common with the model.

// ends ends the Step, perhaps without it, perhaps with another twin.
func (l *life) ends() {
	checkLife(l.t, l.recorder)
	undone := len(l.before) > 0 && rapid.IntRange(0, 9).Draw(l.t, "undo") == 0
	for _, r := range []*recorder{l.recorder, l.twin} {
		if undone {
			r.undo()
		} else {
			r.commit()
		}
		r.heard = r.heard[:0]
		r.waits(time.Second)
	}
	if undone {
		checkLife(l.t, l.recorder)
	}
	if rapid.IntRange(0, 3).Draw(l.t, "restart") == 0 {
		checkLife(l.t, l.twin)
		l.startsTwice()
		sequence := l.twin.sequence
		l.twin = l.twin.restarted()
		l.twin.sequence = sequence // what is gone had a number too
		l.twin.run()
		if len(l.twin.heard) > 0 {
			l.t.Fatalf("by itself a restart does %q", l.twin.heard)
		}
	}
	for x, image := range l.disk {
		if !bytes.Equal(image, l.twin.disk[x]) || !bytes.Equal(image, l.twin.Image(x.kind, x.id)) {
			l.t.Fatalf("%v %s is % X, of the twin % X, stored % X", x.kind, x.id, image, l.twin.Image(x.kind, x.id), l.twin.disk[x])
		}
	}
	if attributes := attributesOf(l.t, l.recorder); !bytes.Equal(attributes, attributesOf(l.t, l.twin)) {
		l.t.Fatal("the attributes of the twin differ")
	}
	if len(l.disk) != len(l.twin.disk) || l.names.used != l.twin.names.used {
		l.t.Fatalf("%d images, %d names; the twin has %d and %d", len(l.disk), l.names.used, len(l.twin.disk), l.twin.names.used)
	}
}

// startsTwice has the disk lose a start, which then is taken as if it were the first.
func (l *life) startsTwice() {
	r := l.twin.restarted()
	r.Start()
	heard, changed := slices.Clone(r.heard), len(r.order)
	r.undo()
	r.heard = r.heard[:0]
	checkLife(l.t, r)
	r.Start()
	if !slices.Equal(r.heard, heard) || len(r.order) != changed {
		l.t.Fatalf("a start does\n\t%q\nand after it was lost\n\t%q", heard, r.heard)
	}
}

// attributesOf encodes every attribute of every object.
func attributesOf(t rapid.TB, r *recorder) []byte {
	var a secs2.Appender
	for _, of := range ObjectTypes() {
		objects, _ := of.all(r.Model)
		for _, h := range objects {
			for i := range of.Attributes {
				at := len(a.Bytes())
				of.Attributes[i].value(r.Model, h, &a)
				if _, err := secs2.Parse(a.Bytes()[at:]); err != nil {
					t.Fatalf("%s of %s: %v", of.Attributes[i].Name, of.name(r.Model, h), err)
				}
			}
		}
	}
	return a.Bytes()
}
