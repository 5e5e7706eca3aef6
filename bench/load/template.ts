import { newId } from '../../packages/server/src/core/ids.ts'

/** What stands in a place of a text: an id that nobody has used yet, or the next of a list, over and over. */
export type Slot = 'fresh' | readonly (string | number)[]
export type Slots = Readonly<Record<string, Slot>>
export type Values = Readonly<Record<string, string | number>>

/** Values for every slot, other ones at each call; those of different lanes differ too. */
export function createFiller(slots: Slots): () => Values {
  const entries = Object.entries(slots)
  let turn = 0
  return () => {
    const values: Record<string, string | number> = {}
    for (const [name, slot] of entries) {
      values[name] = slot === 'fresh' ? newId() : (slot[turn % slot.length] as string | number)
    }
    turn++
    return values
  }
}

const PLACE = /\{(\w+)\}/

/** A text with places such as `{post}`, cut up once so that filling it costs next to nothing. */
export function compileTemplate(text: string): (values: Values) => string {
  const parts = text.split(PLACE)
  if (parts.length === 1) return () => text
  return values => {
    let filled = parts[0] as string
    for (let i = 1; i < parts.length; i += 2) filled += `${values[parts[i] as string]}${parts[i + 1]}`
    return filled
  }
}
