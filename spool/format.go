package spool

const (
	headerSize       = 40
	recordHeaderSize = 20
	maxRecordBody    = SegmentSize - headerSize - recordHeaderSize
)
