import v8 from 'node:v8';

// Node's process.exit waits for V8's compiling threads. One that needs memory asks the main thread to collect garbage
// and waits for it in turn, so a process that ended soon after its start could hang forever
// (https://github.com/nodejs/node/issues/54918). These two make compiling threads leave memory to the main thread.
v8.setFlagsFromString('--no-maglev-build-code-on-background');
v8.setFlagsFromString('--no-concurrent-sparkplug');
