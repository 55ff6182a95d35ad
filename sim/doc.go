// Package sim is a simulated tool: what an integrator would write, and what the
// demo runs on.
//
// # Purpose
//
// The tool moves the variables of any equipment the way its Config says: random
// walks, ramps, sines, counters, random choices. It uses nothing but what
// package daemon offers to every tool.
//
// # Units
//
// Values have the unit of their variable. Periods are simulated time, which
// runs Speed times as fast as the clock.
//
// # Errors
//
// Config.Validate returns every problem, each a *ConfigError. A value that the
// equipment refuses ends Run: it is a bug here. A disk that fails is not; the
// next step tells newer values anyway.
//
// # Concurrency
//
// The goroutine that calls Run owns everything; Changed touches nothing.
package sim
