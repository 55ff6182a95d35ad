package main

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// TestDescribeHasEveryList: scripts of others read these keys.
func TestDescribeHasEveryList(t *testing.T) {
	var out strings.Builder
	if code := execute([]string{"describe", "--format", "json"}, &out, io.Discard); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	var d map[string]json.RawMessage
	if err := json.Unmarshal([]byte(out.String()), &d); err != nil {
		t.Fatal(err)
	}
	for list, keys := range map[string][]string{
		"status_variables": {"id", "name", "format"}, "data_variables": {"id", "name", "format"},
		"constants": {"id", "name", "format"}, "events": {"id", "name"}, "alarms": nil,
		"commands": {"name"}, "messages": {"sf", "name"}, "compliance": {"id", "name"},
		"connections": {"host", "connect", "address", "device_ids", "t3", "t5", "t6", "t7", "t8", "max_frame", "second_connection"},
		"hcack":       {"means"}, "cpack": {"value", "means"},
	} {
		var entries []map[string]any
		if err := json.Unmarshal(d[list], &entries); err != nil || entries == nil {
			t.Errorf("%s: %v", list, err)
		}
		if keys != nil && len(entries) == 0 {
			t.Errorf("%s is empty", list)
		}
		for _, entry := range entries {
			for _, key := range keys {
				if entry[key] == nil || entry[key] == "" {
					t.Errorf("%s: no %s in %v", list, key, entry)
				}
			}
		}
	}
}
