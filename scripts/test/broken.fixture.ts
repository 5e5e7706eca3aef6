/** A test file that cannot be loaded, for the test of the reporter. */
import * as path from 'node:path'

if (!('missing' in path)) throw new SyntaxError("node:path does not provide an export named 'missing'")
