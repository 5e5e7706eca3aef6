import cjkFriendly from 'markdown-it-cjk-friendly'
import { alerts } from './extensions/alerts.ts'
import { alignedCells } from './extensions/aligned-cells.ts'
import { bareAddresses } from './extensions/bare-addresses.ts'
import { captions } from './extensions/captions.ts'
import { cjkBreaks } from './extensions/cjk-breaks.ts'
import { codeBlocks } from './extensions/code-blocks.ts'
import { embeds } from './extensions/embeds.ts'
import type { Extension } from './extensions/extension.ts'
import { footnotes } from './extensions/footnotes.ts'
import { imageWidths } from './extensions/image-widths.ts'
import { math } from './extensions/math.ts'
import { messageBoxes } from './extensions/message-boxes.ts'
import { taskLists } from './extensions/task-lists.ts'

/** All Markdown extensions, in the order in which their rules run. */
export const EXTENSIONS: readonly Extension[] = [
  // Bold and italics next to Japanese punctuation.
  { plugin: cjkFriendly },
  codeBlocks,
  math,
  messageBoxes,
  alerts,
  embeds,
  imageWidths,
  footnotes,
  cjkBreaks,
  taskLists,
  alignedCells,
  bareAddresses,
  captions,
]
