package gem

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// jobConfig is an equipment with two ports, recipes to come, and room for so many
// jobs.
func jobConfig(jobs int) Config {
	cfg := testConfig()
	cfg.Material = model.Config{
		Name: "TOOL1", Ports: []model.Port{{}, {}}, Locations: []model.Location{{Name: "ROBOT"}, {Name: "PM", Use: model.ProductionModule}},
		Jobs: model.Jobs{MaxProcessJobs: jobs, MaxControlJobs: jobs},
	}
	for i := range 100 {
		cfg.Material.RecipeVariables = append(cfg.Material.RecipeVariables, model.RecipeVariable{Name: fmt.Sprint("Variable", i), Format: secs2.FormatU4})
	}
	return cfg
}

// jobTool is an equipment of jobConfig that has the recipe ETCH and so many jobs.
func jobTool(tb testing.TB, room, jobs int) (*Equipment, *Output) {
	tb.Helper()
	e, out := communicating(tb, jobConfig(room), materialRoutes()...)
	e.Step(t0, Durable{e.seq}, out)
	ask7f3(tb, e, out)
	for first := 0; first < jobs; first += 500 {
		var list []secs2.Item
		for i := range min(500, jobs-first) {
			list = append(list, jobItem(first+i))
		}
		ask(tb, e, out, 16, 15, secs2.L(secs2.U4(1), secs2.L(list...)))
	}
	return e, out
}

// ask7f3 stores the recipe ETCH.
func ask7f3(tb testing.TB, e *Equipment, out *Output) {
	tb.Helper()
	e.Step(t0, Primary{Header: secs2.DataHeader(0, 7, 3, secs2.WantReply, 1), Body: secs2.L(secs2.A("ETCH"), secs2.B(1))}, out)
	for out.Work != 0 {
		e.Step(t0, ProgramWorked{Task: out.Work}, out)
	}
	if e.programs.find("ETCH") == nil {
		tb.Fatal("no recipe")
	}
}

func jobID(i int) string { return fmt.Sprintf("PJ%06d", i) }

// jobItem is an element of S16F15.
func jobItem(i int) secs2.Item {
	material := secs2.L(secs2.L(secs2.A(fmt.Sprintf("FOUP%03d", i%500)), secs2.U1(1, 2, 3)))
	return secs2.L(secs2.A(jobID(i)), secs2.B(13), material, recipeItem(1), secs2.Bool(true), secs2.L())
}

func recipeItem(method uint8, variables ...secs2.Item) secs2.Item {
	return secs2.L(secs2.U1(method), secs2.A("ETCH"), secs2.L(variables...))
}

func many(n int, item func(i int) secs2.Item) secs2.Item {
	list := make([]secs2.Item, n)
	for i := range list {
		list[i] = item(i)
	}
	return secs2.L(list...)
}

// BenchmarkLargestJobs are messages about jobs as large as they are taken, while
// there are as many jobs as usual.
func BenchmarkLargestJobs(b *testing.B) {
	const jobs = 1000
	slot := func(i int) secs2.Item { return secs2.U1(uint8(i%25 + 1)) }
	carrier := func(i int) secs2.Item { return secs2.L(secs2.A(fmt.Sprintf("FOUP%03d", i)), many(25, slot)) }
	name := func(i int) secs2.Item { return secs2.A(jobID(i)) }
	create := func(material, recipe, pauses secs2.Item) secs2.Item {
		return secs2.L(secs2.U4(1), secs2.A("NEW"), secs2.B(13), material, recipe, secs2.Bool(true), pauses)
	}
	setting := func(i int) secs2.Item { return secs2.L(secs2.A(fmt.Sprint("Variable", i)), secs2.U4(1)) }
	attributes := func(mtrlOut, control secs2.Item) secs2.Item {
		pair := func(name string, value secs2.Item) secs2.Item { return secs2.L(secs2.A(name), value) }
		return secs2.L(secs2.A(""), secs2.A("ControlJob"), secs2.L(pair("ObjID", secs2.A("CJ")), pair("CarrierInputSpec", secs2.L()),
			pair("MtrlOutSpec", mtrlOut), pair("ProcessingCtrlSpec", control), pair("ProcessOrderMgmt", secs2.U1(3)), pair("StartMethod", secs2.Bool(true))))
	}
	controlled := func(i int) secs2.Item { return secs2.L(name(i), secs2.L(), secs2.L()) }
	outMap := func(i int) secs2.Item { return secs2.L(carrier(i), carrier(i+500)) }
	query := func(ids, filters, attributes secs2.Item) secs2.Item {
		return secs2.L(secs2.A(""), secs2.A("ProcessJob"), ids, filters, attributes)
	}
	filter := func(int) secs2.Item { return secs2.L(secs2.A("RecID"), secs2.A("e?c*h"), secs2.U1(0)) }
	one := func(item secs2.Item) func(int) secs2.Item { return func(int) secs2.Item { return item } }
	none := secs2.L()
	for _, x := range []struct {
		name             string
		stream, function byte
		body             secs2.Item
	}{
		{"S16F15 1000 jobs", 16, 15, secs2.L(secs2.U4(1), many(1000, func(i int) secs2.Item { return jobItem(jobs + i) }))},
		{"S16F11 700 carriers", 16, 11, create(many(700, carrier), recipeItem(1), none)},
		{"S16F11 500 carriers", 16, 11, create(many(500, carrier), recipeItem(1), none)},
		{"S16F11 one carrier 700 times", 16, 11, create(many(700, one(carrier(1))), recipeItem(1), none)},
		{"S16F11 15000 slots", 16, 11, create(secs2.L(secs2.L(secs2.A("FOUP"), many(15_000, slot))), recipeItem(1), none)},
		{"S16F11 6000 variables", 16, 11, create(none, recipeItem(2, slices.Collect(many(6000, setting).All())...), none)},
		{"S16F11 100 variables", 16, 11, create(none, recipeItem(2, slices.Collect(many(100, setting).All())...), none)},
		{"S16F11 15000 events", 16, 11, create(none, recipeItem(1), many(15_000, func(i int) secs2.Item { return secs2.U4(uint32(500 + i%60)) }))},
		{"S16F11 15000 MIDs", 16, 11, secs2.L(secs2.U4(1), secs2.A("NEW"), secs2.B(14), many(15_000, name), recipeItem(1), secs2.Bool(true), none)},
		{"S16F11 500 MIDs", 16, 11, secs2.L(secs2.U4(1), secs2.A("NEW"), secs2.B(14), many(500, name), recipeItem(1), secs2.Bool(true), none)},
		{"S16F17 all", 16, 17, none},
		{"S16F17 1000", 16, 17, many(1000, name)},
		{"S16F25 1000", 16, 25, secs2.L(many(1000, name), secs2.Bool(false))},
		{"S16F19", 16, 19, secs2.Item{}},
		{"S16F23 6000", 16, 23, secs2.L(name(0), many(6000, setting))},
		{"S14F9 1000 jobs", 14, 9, attributes(none, many(1000, controlled))},
		{"S14F9 4000 jobs", 14, 9, attributes(none, many(4000, func(i int) secs2.Item { return controlled(i % 1000) }))},
		{"S14F9 300 maps", 14, 9, attributes(many(300, outMap), many(1, controlled))},
		{"S14F1 all", 14, 1, query(none, none, none)},
		{"S14F1 5000 ids", 14, 1, query(many(5000, name), none, secs2.L(secs2.A("ObjID")))},
		{"S14F1 1000 filters", 14, 1, query(none, many(1000, filter), none)},
		{"S14F1 5000 attributes", 14, 1, query(none, none, many(5000, one(secs2.A("Color"))))},
		{"S14F3 5000 ids", 14, 3, secs2.L(secs2.A(""), secs2.A("SubstLoc"), many(5000, one(secs2.A("ROBOT"))), secs2.L(secs2.L(secs2.A("DisableEvents"), secs2.Bool(true))))},
	} {
		b.Run(x.name, func(b *testing.B) {
			e, out := jobTool(b, 2*jobs, jobs)
			in := Primary{Header: secs2.DataHeader(0, x.stream, x.function, secs2.WantReply, 1), Body: x.body}
			stepTime(b, e, out, in, failing(e, out))
		})
	}
}

// BenchmarkMostJobs are messages that concern all jobs, while there are as many as
// the configuration can allow.
func BenchmarkMostJobs(b *testing.B) {
	const jobs = 100_000
	e, out := jobTool(b, jobs, jobs)
	for _, x := range []struct {
		name             string
		stream, function byte
		body             secs2.Item
	}{
		{"S16F17 all", 16, 17, secs2.L()},
		{"S16F19", 16, 19, secs2.Item{}},
		{"S14F1 all", 14, 1, secs2.L(secs2.A(""), secs2.A("ProcessJob"), secs2.L(), secs2.L(), secs2.L())},
		{"S16F11", 16, 11, secs2.L(secs2.U4(1), secs2.A("NEW"), secs2.B(), secs2.L(), recipeItem(1), secs2.Bool(true), secs2.L())},
	} {
		b.Run(x.name, func(b *testing.B) {
			in := Primary{Header: secs2.DataHeader(0, x.stream, x.function, secs2.WantReply, 1), Body: x.body}
			stepTime(b, e, out, in, failing(e, out))
		})
	}
}

// BenchmarkOneAmongMany is what one carrier or one control job brings while there are
// many jobs on other carriers: the registration of 25 substrates, and S14F9.
func BenchmarkOneAmongMany(b *testing.B) {
	for _, jobs := range []int{1_000, 100_000} {
		e, out := jobTool(b, jobs, jobs)
		for _, f := range []model.Fact{
			model.CarrierPlaced{Port: 1}, model.CarrierIDRead{Port: 1, ID: "FOUP007"}, model.OperatorProceeds{Carrier: "FOUP007"},
			model.CarrierIsOpened{Port: 1}, model.SlotMapRead{Port: 1, Map: bytes.Repeat([]byte{3}, 25)},
		} {
			if e.Step(t0, Material{f}, out); out.Err != nil {
				b.Fatal(out.Err)
			}
			e.Step(t0, Durable{e.seq}, out)
		}
		create := func(id string, job int) Primary {
			pair := func(name string, value secs2.Item) secs2.Item { return secs2.L(secs2.A(name), value) }
			return Primary{Header: secs2.DataHeader(0, 14, 9, secs2.WantReply, 1), Body: secs2.L(secs2.A(""), secs2.A("ControlJob"), secs2.L(
				pair("ObjID", secs2.A(id)), pair("CarrierInputSpec", secs2.L()), pair("MtrlOutSpec", secs2.L()), pair("ProcessOrderMgmt", secs2.U1(3)),
				pair("ProcessingCtrlSpec", secs2.L(secs2.L(secs2.A(jobID(job)), secs2.L(), secs2.L()))), pair("StartMethod", secs2.Bool(true))))}
		}
		e.Step(t0, create("FIRST", 0), out)
		e.Step(t0, Durable{e.seq}, out)
		accept := Material{model.OperatorProceeds{Carrier: "FOUP007"}}
		b.Run(fmt.Sprint("registration, ", jobs, " jobs"), func(b *testing.B) { stepTime(b, e, out, accept, failing(e, out)) })
		if e.Step(t0, accept, out); out.Err != nil {
			b.Fatal(out.Err)
		}
		e.Step(t0, Durable{e.seq}, out)
		last := create("CJ", jobs-493) // on the same carrier
		b.Run(fmt.Sprint("S14F9, ", jobs, " jobs"), func(b *testing.B) { stepTime(b, e, out, last, failing(e, out)) })
	}
}
