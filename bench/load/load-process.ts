/** The load generator in a process of its own, so that it takes nothing from whoever watches. Started by `startRunner`. */
import { answerSlices } from './answer-slices.ts'
import { createLoad, type LoadConfig } from './load.ts'

answerSlices<LoadConfig>(async config => createLoad(config).run)
