/**
 * The load generator in a separate process, so that it does not slow down the measuring one. Started by `startRunner`.
 */

import { createLoad, type LoadConfig } from './load.ts'
import { answerSlices } from './slices.ts'

answerSlices<LoadConfig>(async config => createLoad(config).run)
