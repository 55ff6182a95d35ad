package api

import (
	"strings"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
)

// This file is the state of the equipment as JSON.

// state is what GET /v1/state answers.
type state struct{ Body stateBody }

type stateBody struct {
	Ready     bool            `json:"ready"`
	Reason    string          `json:"reason,omitempty" doc:"why hosts are not served"`
	Process   string          `json:"process" doc:"the processing state" example:"IDLE"`
	Hosts     []hostState     `json:"hosts"`
	Terminals []terminalState `json:"terminals"`
	AlarmsSet []uint32        `json:"alarms_set" doc:"ALIDs"`
}

type hostState struct {
	Name          string     `json:"name"`
	Controls      bool       `json:"controls" doc:"this host may command the tool"`
	Link          string     `json:"link" example:"SELECTED"`
	Communication string     `json:"communication" example:"COMMUNICATING"`
	Control       string     `json:"control" example:"REMOTE"`
	Queued        int        `json:"queued" doc:"messages that wait to be sent"`
	Open          int        `json:"open" doc:"primaries that wait for their reply"`
	Spool         spoolState `json:"spool"`
}

type spoolState struct {
	Active   bool   `json:"active"`
	Messages uint64 `json:"messages" doc:"SpoolCountActual"`
	Total    uint64 `json:"total" doc:"SpoolCountTotal"`
	Bytes    int    `json:"bytes"`
	Capacity int    `json:"capacity_bytes"`
	Fault    string `json:"fault,omitempty" doc:"why what is spooled cannot be sent"`
}

type terminalState struct {
	TID    uint8      `json:"tid"`
	Name   string     `json:"name"`
	Unread bool       `json:"unread" doc:"the operator has not recognised the message"`
	Host   string     `json:"host,omitempty" doc:"that sent it"`
	At     *time.Time `json:"at,omitempty"`
	Lines  []line     `json:"lines"`
}

type line struct {
	Text   string `json:"text" doc:"for people: what is not UTF-8 is replaced"`
	Format string `json:"format" example:"A"`
	Data   []byte `json:"data" doc:"the bytes as the host sent them, base64"`
}

func (o *operator) state() *state {
	s := o.e.Snapshot()
	b := stateBody{Ready: true, Process: s.Process, Hosts: []hostState{}, Terminals: []terminalState{}, AlarmsSet: append([]uint32{}, s.AlarmsSet...)}
	if err := o.e.Ready(); err != nil {
		b.Ready, b.Reason = false, err.Error()
	}
	for i := range s.Hosts {
		b.Hosts = append(b.Hosts, hostOf(&s, i))
	}
	for _, t := range s.Terminals {
		b.Terminals = append(b.Terminals, terminalOf(t))
	}
	return &state{b}
}

func hostOf(s *daemon.Snapshot, i int) hostState {
	h := s.Hosts[i]
	return hostState{
		Name: h.Name, Controls: h.Controls, Link: s.Links[i].State.String(), Communication: h.Communication.String(), Control: h.Control.String(),
		Queued: h.Queued, Open: h.Open,
		Spool: spoolState{
			Active: h.Spool.Active, Messages: h.Spool.Actual, Total: h.Spool.Total, Bytes: h.Spool.Bytes, Capacity: h.Spool.Capacity,
			Fault: h.Spool.Fault,
		},
	}
}

func terminalOf(t gem.TerminalSnapshot) terminalState {
	out := terminalState{TID: t.TID, Name: t.Name, Unread: t.Unread, Host: t.Host, Lines: []line{}}
	if len(t.Lines) > 0 {
		out.At = &t.At
	}
	for _, it := range t.Lines {
		out.Lines = append(out.Lines, line{
			Text: strings.ToValidUTF8(string(gem.TextOf(it)), "\uFFFD"), Format: it.Format().String(), Data: it.Data(),
		})
	}
	return out
}
