#!/usr/bin/env node
// The entry point. Plain JavaScript, so that an old Node can print which version is needed.
import * as module from 'node:module'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`gly needs Node 20.19 or newer, and this is ${process.version}.\n`)
  process.exitCode = 2
} else {
  module.enableCompileCache?.()
  const { main } = await import('./src/main.ts')
  process.exitCode = await main(process.argv.slice(2))
}
