import { newId } from '@galley/server/testing/ids'

/** The values of a placeholder: a new id each time, or the items of a list in rotation. */
export type Slot = 'fresh' | readonly (string | number)[]
export type Slots = Readonly<Record<string, Slot>>
export type Values = Readonly<Record<string, string | number>>

/** Returns new values for every slot at each call, also across workers. */
export function createFiller(slots: Slots): () => Values {
  const entries = Object.entries(slots)
  let call = 0
  return () => {
    const values: Record<string, string | number> = {}
    for (const [name, slot] of entries) {
      values[name] = slot === 'fresh' ? newId() : (slot[call % slot.length] as string | number)
    }
    call++
    return values
  }
}

const PLACE = /\{(\w+)\}/

/** Compiles a text with placeholders such as `{post}`, so that filling it is cheap. */
export function compileTemplate(text: string): (values: Values) => string {
  const parts = text.split(PLACE)
  if (parts.length === 1) return () => text
  return values => {
    let filled = parts[0] as string
    for (let i = 1; i < parts.length; i += 2) filled += `${values[parts[i] as string]}${parts[i + 1]}`
    return filled
  }
}
