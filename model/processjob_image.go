package model

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// This file is the durable image of a process job:
//
//	L[10] {U4 sequence, U1 PRJobState, U1 the state before PAUSE, U1 flags,
//	  B PRMtlType, L PRMtlNameList, U1 PRRecipeMethod, A RecID,
//	  L RecVariableList, L PauseEvent {U4}}
//
// and that of the pool, which has the empty identifier: L[1] {U1 PRMTRLORDER}.

// poolID is the identifier that the pool has among the images of process jobs.
const poolID = ""

var processJobShelf = shelf{image: (*Model).jobImage, put: (*Model).putJob}

func (m *Model) jobImage(id string, buf []byte) ([]byte, bool) {
	a := secs2.NewAppender(buf)
	if id == poolID {
		if m.lines.order == 0 {
			return buf, false
		}
		a.List(1)
		a.U1(m.lines.order)
		return a.Bytes(), true
	}
	h := m.jobs.find(id)
	if h == 0 {
		return buf, false
	}
	j := m.jobs.at(h)
	a.List(10)
	a.U4(j.sequence)
	a.U1(uint8(j.state))
	a.U1(uint8(j.resume))
	a.U1(uint8(j.flags))
	a.B(j.materialType)
	m.appendMaterial(j, &a)
	a.U1(j.method)
	a.Text(m.names.text(j.recipe))
	appendVariables(j, &a)
	appendPauses(j.pauses(), &a)
	return a.Bytes(), true
}

// appendMaterial appends PRMtlNameList.
func (m *Model) appendMaterial(j *processJob, a *secs2.Appender) {
	switch {
	case j.carrier != 0:
		a.List(1)
		m.appendCarrier(j.carrier, ascending(j.slots), a)
	case len(j.substrates()) > 0:
		a.List(len(j.rare.substrates))
		for _, id := range j.rare.substrates {
			a.Text(id)
		}
	case j.rare != nil:
		a.List(len(j.rare.material))
		for _, x := range j.rare.material {
			m.appendCarrier(x.carrier, x.slots, a)
		}
	default:
		a.List(0)
	}
}

// ascending returns the slots of a set in ascending order.
func ascending(bits uint32) []uint8 {
	list := make([]uint8, 0, maxCapacity)
	for slot := uint8(1); bits>>(slot-1) != 0; slot++ {
		if bits>>(slot-1)&1 == 1 {
			list = append(list, slot)
		}
	}
	return list
}

func (m *Model) appendCarrier(carrier uint32, slots []uint8, a *secs2.Appender) {
	a.List(2)
	a.Text(m.names.text(carrier))
	a.List(len(slots))
	for _, s := range slots {
		a.U1(s)
	}
}

// appendVariables appends RecVariableList.
func appendVariables(j *processJob, a *secs2.Appender) {
	if j.rare == nil || j.rare.variables == nil {
		a.List(0)
		return
	}
	a.Encoded(j.rare.variables)
}

// pauses returns PauseEvent.
func (j *processJob) pauses() []uint32 {
	if j.rare == nil {
		return nil
	}
	return j.rare.pauses
}

func appendPauses(list []uint32, a *secs2.Appender) {
	a.List(len(list))
	for _, ceid := range list {
		a.U4(ceid)
	}
}

// putJob makes a process job what its image says; its place in a control job
// stays.
func (m *Model) putJob(id string, image []byte) error {
	if id == poolID {
		return m.putPool(image)
	}
	h := m.jobs.find(id)
	if image == nil {
		if h != 0 {
			m.dropJob(h)
		}
		return nil
	}
	s, j, err := readJob(image)
	if err != nil {
		return err
	}
	j.id, j.recipe = id, m.names.use(s.Recipe)
	m.keepCarriers(&j, s.Carriers)
	if h == 0 {
		m.list(m.jobs.add(j))
		return nil
	}
	m.unlist(h)
	old := m.jobs.at(h)
	j.control, j.next = old.control, old.next
	m.dropNames(old)
	*old = j
	m.list(h)
	return nil
}

// dropJob takes a job out that is gone.
func (m *Model) dropJob(h uint32) {
	if j := m.jobs.at(h); j.control != 0 {
		m.unlinkJob(h)
	}
	m.unlist(h)
	m.dropNames(m.jobs.at(h))
	m.jobs.remove(h)
}

// dropNames gives the names back that a job uses.
func (m *Model) dropNames(j *processJob) {
	for carrier := range j.carriers() {
		m.names.drop(carrier)
	}
	m.names.drop(j.recipe)
}

// readJob reads the image of a process job: what needs names as a spec.
func readJob(image []byte) (s ProcessJobSpec, j processJob, err error) {
	it, err := secs2.Parse(image)
	if err != nil {
		return s, j, err
	}
	r := secs2.NewReader(it)
	r.Tuple(10)
	j.sequence = uint32(r.Uint("sequence"))
	j.state = PRState(r.Code("PRJobState"))
	j.resume = PRState(r.Code("resume"))
	j.flags = jobFlags(r.Code("flags"))
	j.materialType = r.Code("PRMtlType")
	r.Each("PRMtlNameList", func(r *secs2.Reader) {
		if j.materialType == MaterialSubstrates {
			j.more().substrates = append(j.more().substrates, string(r.Text("MID")))
			return
		}
		s.Carriers = append(s.Carriers, ReadCarrierSlots(r))
	})
	j.method = r.Code("PRRecipeMethod")
	s.Recipe = string(r.Text("RecID"))
	if variables := r.Item("RecVariableList"); variables.Len() > 0 {
		j.more().variables = variables.Clone().Encoded()
	}
	if pauses := ReadPauseEvents(&r); len(pauses) > 0 {
		j.more().pauses = pauses
	}
	if r.Err() == nil && prStateNames[j.state] == "" {
		return s, j, fmt.Errorf("PRJobState %d: %w", j.state, ErrValue)
	}
	return s, j, r.Err()
}

func (m *Model) putPool(image []byte) error {
	m.lines.order = 0
	if image == nil {
		return nil
	}
	it, err := secs2.Parse(image)
	if err != nil {
		return err
	}
	r := secs2.NewReader(it)
	r.Tuple(1)
	m.lines.order = r.Code("PRMTRLORDER")
	return r.Err()
}
