package gem

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is the dialogue with the tool about commands: what it is asked, what
// it answers, and what becomes of a question that it does not answer.

// Question asks the tool to carry out a command; the tool's Answer names it
// by ID.
type Question struct {
	ID         uint64
	Host       string // empty: the operator
	Command    string
	Object     string // OBJSPEC, of S2F49
	Parameters []Argument
}

// Argument is the value that a host or the operator gave a parameter.
type Argument struct {
	Name  string
	Value secs2.Item
}

// BadParameter is a parameter that the tool does not accept.
type BadParameter struct {
	Name string
	Code secs2.CPACK
}

// Offer says that the tool is free to take a question now. Commands that came
// while it was at another one are judged by the state that it left.
type Offer struct{ ID uint64 }

// Answer is the tool's answer to a Question.
type Answer struct {
	ID    uint64
	HCACK secs2.HCACK
	Bad   []BadParameter // with HCACK 3
}

func (Offer) input()  {}
func (Answer) input() {}

// HCACKNoAnswer is our own HCACK: the tool did not answer in time, or answered
// with something that HCACK does not have. Whether it acts is not known.
const HCACKNoAnswer secs2.HCACK = 64

// maxQuestions bounds the commands of one host, and those of the operator, that
// the tool has not answered.
const maxQuestions = 16

// question is a command that the tool has not answered yet.
type question struct {
	id       uint64
	host     *Host  // nil: the operator's
	token    uint64 // of the operator's
	eq       *Equipment
	header   secs2.Header
	command  *Command
	deadline *deadline
}

// Asks tells whether the question still waits for the tool's answer.
func (e *Equipment) Asks(id uint64) bool {
	return slices.ContainsFunc(e.questions, func(q *question) bool { return q.id == id })
}

// question returns the one with that id, or nil.
func (e *Equipment) question(id uint64) *question {
	i := slices.IndexFunc(e.questions, func(q *question) bool { return q.id == id })
	if i < 0 {
		return nil
	}
	return e.questions[i]
}

// ask brings a command to the tool; the reply follows its answer.
func (e *Equipment) ask(q question, object string, args []Argument) {
	e.questionID++
	q.id, q.eq = e.questionID, e
	asked := &q
	asked.deadline = newDeadline(func() {
		asked.note("tool is silent", asked.command.Name)
		asked.answer(HCACKNoAnswer, nil)
	})
	e.questions = append(e.questions, asked)
	e.deadlines.arm(asked.deadline, e.now.Add(e.cfg.Remote.Deadline))
	out := Question{ID: asked.id, Command: asked.command.Name, Object: object, Parameters: args}
	if q.host != nil {
		out.Host = q.host.cfg.Name
	}
	e.out.Questions = append(e.out.Questions, out)
}

func (q *question) note(message, detail string) {
	n := Note{Severity: Warn, Message: message, Header: q.header, Detail: detail}
	if q.host != nil {
		n.Host = q.host.cfg.Name
	}
	q.eq.out.Notes = append(q.eq.out.Notes, n)
}

// offered judges a question again whose turn has come.
func (e *Equipment) offered(in Offer) {
	q := e.question(in.ID)
	if q == nil {
		return
	}
	hcack := e.stateRefuses(q.command)
	if q.host != nil {
		switch {
		case !q.host.controls():
			hcack = secs2.HCACKCannotPerformNow
		case !q.host.mayCommand(q.command):
			hcack = e.localHCACK()
		}
	}
	if hcack != secs2.HCACKDone {
		q.answer(hcack, nil)
	}
}

// answered is the tool's word about a command.
func (e *Equipment) answered(a Answer) error {
	q := e.question(a.ID)
	if q == nil {
		return fmt.Errorf("%w: question %d", ErrUnknown, a.ID)
	}
	hcack, bad := a.HCACK, a.Bad
	if want := nonsense(a); want != "" {
		q.note("tool answers nonsense", fmt.Sprintf("%s: HCACK %d with %d parameters, want %s", q.command.Name, hcack, len(bad), want))
		hcack, bad = HCACKNoAnswer, nil
	}
	q.answer(hcack, bad)
	return nil
}

// nonsense returns "" for an answer that S2F42 can tell, else what it wants.
func nonsense(a Answer) string {
	switch {
	case a.HCACK > secs2.HCACKNoSuchObject && a.HCACK < 64:
		return "an HCACK that is not reserved"
	case a.HCACK == secs2.HCACKInvalidParameter && len(a.Bad) == 0:
		return "the bad parameters"
	case a.HCACK != secs2.HCACKInvalidParameter && len(a.Bad) > 0:
		return "no parameters but with HCACK 3"
	}
	for _, b := range a.Bad {
		if b.Code == 0 || len(b.Name) > maxParameterName {
			return "a CPNAME and a CPACK other than 0"
		}
	}
	return ""
}

// answer closes the question and sends the reply.
func (q *question) answer(hcack secs2.HCACK, bad []BadParameter) {
	q.drop()
	e := q.eq
	if q.host == nil {
		e.operatorAnswered(q, hcack, bad)
		return
	}
	if !q.header.W() {
		return
	}
	list := make([]badParameter, len(bad))
	for i, b := range bad {
		list[i].BadParameter = b
	}
	start := len(e.out.buf)
	a := secs2.NewAppender(e.out.buf)
	appendCommandReply(&a, q.header.Function(), hcack, list)
	e.out.buf = a.Bytes()
	q.host.stats.Sent++
	e.out.Messages = append(e.out.Messages, Message{
		Host: q.host.index, Primary: q.header, Function: q.header.Function() + 1, Body: e.out.buf[start:],
	})
}

func (q *question) drop() {
	e := q.eq
	e.deadlines.stop(q.deadline)
	e.questions = slices.DeleteFunc(e.questions, func(x *question) bool { return x == q })
}

// dropQuestions forgets the commands of a host that hears no reply any more.
func (h *Host) dropQuestions() {
	for _, q := range slices.Clone(h.eq.questions) {
		if q.host == h {
			q.drop()
		}
	}
}

// abortQuestions ends the commands of a host that went OFF-LINE with SxF0.
func (h *Host) abortQuestions() {
	for _, q := range slices.Clone(h.eq.questions) {
		if q.host != h {
			continue
		}
		q.drop()
		if q.header.W() {
			h.queueAbort(q.header)
		}
	}
}

// forgetQuestions drops those behind the number last: they were never asked.
func (e *Equipment) forgetQuestions(last uint64) {
	for _, q := range slices.Clone(e.questions) {
		if q.id > last {
			q.drop()
		}
	}
}

// oldestQuestion returns the command that the tool is at if it is this host's and
// has a reply, else 0: what happens meanwhile may come of it, so its reply has to
// go first. Of those that wait for their turn nothing has come yet.
func (h *Host) oldestQuestion() uint64 {
	if list := h.eq.questions; len(list) > 0 && list[0].host == h && list[0].header.W() {
		return list[0].id
	}
	return 0
}

// openQuestions counts those of a host, or of the operator for nil.
func (e *Equipment) openQuestions(h *Host) (n int) {
	for _, q := range e.questions {
		if q.host == h {
			n++
		}
	}
	return n
}
