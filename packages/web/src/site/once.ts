import { Html } from './html.ts'

/** Enough for each language. Keys beyond them come from addresses, of which there are any number. */
const KEPT = 6
const made = new WeakMap<object, Map<string, Html>>()

/**
 * Markup that is the same for all readers, made once for each object that they share. The key names everything else that
 * the markup depends on.
 */
export function once(shared: object, key: string, make: () => Html): Html {
  let ofObject = made.get(shared)
  if (ofObject === undefined) {
    ofObject = new Map()
    made.set(shared, ofObject)
  }
  let markup = ofObject.get(key)
  if (markup === undefined) {
    const { bytes } = make()
    // Node takes small buffers from larger ones, which would stay in memory as a whole.
    const kept = Buffer.allocUnsafeSlow(bytes.length)
    bytes.copy(kept)
    markup = new Html(kept)
    const [oldest] = ofObject.keys()
    if (ofObject.size >= KEPT && oldest !== undefined) ofObject.delete(oldest)
    ofObject.set(key, markup)
  }
  return markup
}
