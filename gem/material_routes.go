package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// materialRoutes are the primaries of GEM300 that hosts may send.
func materialRoutes() []route {
	return []route{
		{3, 15, "Materials Multi-Block Inquire", replyRequired, nil, s3f15},
		{3, 17, "Carrier Action Request", replyRequired, carrierRefusal, s3f17},
		{3, 19, "Cancel All Carrier Out Request", replyRequired, carrierRefusal, s3f19},
		{3, 21, "Port Group Definition", replyRequired, nil, s3f21},
		{3, 23, "Port Group Action Request", replyRequired, nil, s3f23},
		{3, 25, "Port Action Request", replyRequired, carrierRefusal, s3f25},
		{3, 27, "Change Access", replyRequired, carrierRefusal, s3f27},
		{3, 29, "Carrier Tag Read Request", replyRequired, nil, s3f29},
		{3, 31, "Carrier Tag Write Data Request", replyRequired, carrierRefusal, s3f31},
		{14, 1, "GetAttr Request", replyRequired, nil, s14f1},
		{14, 3, "SetAttr Request", replyRequired, refusedObject(secs2.L()), s14f3},
		{14, 5, "GetType Request", replyRequired, nil, s14f5},
		{14, 7, "GetAttrName Request", replyRequired, nil, s14f7},
		{14, 9, "Create Object Request", replyRequired, createdNoneRefusal, s14f9},
		{14, 11, "Delete Object Request", replyRequired, refusedObject(secs2.L()), s14f11},
		{14, 19, "Generic Service Request", replyRequired, serviceRefusal, s14f19},
		{14, 23, "Multi-block Generic Service Data Inquire", replyRequired, nil, s14f23},
		{14, 25, "Get Service Name Request", replyRequired, nil, s14f25},
		{14, 27, "Get Service Parameter Name Request", replyRequired, nil, s14f27},
		{16, 1, "Multi-block Process Job Data Inquire", replyRequired, nil, s16f1},
		{16, 3, "Process Job Create Request", replyRequired, unnamedJobRefusal, s16f3},
		{16, 5, "Process Job Command Request", replyRequired, unnamedJobRefusal, s16f5},
		{16, 11, "PRJobCreateEnh", replyRequired, unnamedJobRefusal, s16f11},
		{16, 15, "PRJobMultiCreate", replyRequired, noJobsRefusal, s16f15},
		{16, 17, "PRJobDequeue", replyRequired, noJobsRefusal, s16f17},
		{16, 19, "PRGetAllJobs", replyRequired, nil, s16f19},
		{16, 21, "PRGetSpace", replyRequired, nil, s16f21},
		{16, 23, "PRJobSetRecipeVariable", replyRequired, jobStatusRefusal, s16f23},
		{16, 25, "PRJobSetStartMethod", replyRequired, noJobsRefusal, s16f25},
		{16, 27, "Control Job Command Request", replyRequired, commandRefusal, s16f27},
		{16, 29, "PRSetMtrlOrder", replyRequired, falseReply, s16f29},
	}
}

// reserve keeps a place for the reply before the messages that this Step will
// generate: a host gets the reply first, then the events of what it asked for.
func (c *call) reserve() {
	if c.header.W() {
		c.reserved = c.eq.newEntry(nil)
		c.reserved.msg = Message{Host: c.host.index, Primary: c.header, Function: c.header.Function() + 1, Body: c.reserved.msg.Body}
		c.reserved.refusal = c.refusal()
		c.reserved.need = c.eq.nextCommit()
		c.host.queue.push(c.reserved)
	}
}

// appendFaults appends the list of ERRCODE and ERRTEXT.
func appendFaults(a *secs2.Appender, faults []model.Fault) {
	a.List(len(faults))
	for _, f := range faults {
		appendFault(a, f)
	}
}

func appendFault(a *secs2.Appender, f model.Fault) {
	a.List(2)
	a.U4(uint32(f.Code))
	a.Text(f.Text)
}
