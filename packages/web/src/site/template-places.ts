/** The context of a value. `addressAfter` is the fixed text of the URL before its first value, null for later values. */
export type Place = 'text' | 'tag' | 'attribute' | { readonly addressAfter: string | null }

/** Attributes that may contain any escaped text. All others are rejected: `on…`, `style`, `srcdoc`, `srcset`, … */
const TEXT_ATTRIBUTES = new Set(
  (
    'alt autocapitalize autocomplete autofocus checked class content datetime for height hidden id lang loading maxlength name nonce ' +
    'open placeholder property rel required role rows selected spellcheck tabindex title type value width'
  ).split(' '),
)
const ADDRESS_ATTRIBUTES = new Set(['href', 'src', 'action', 'formaction', 'poster', 'cite'])

/** The context of a value in the attribute of this name. Throws if escaping does not make it safe. */
export function attributeKind(name: string): 'text' | 'address' {
  if (ADDRESS_ATTRIBUTES.has(name)) return 'address'
  if (TEXT_ATTRIBUTES.has(name) || /^(?:aria|data)-[a-z-]+$/.test(name)) return 'text'
  throw new TypeError(`A template may not put a value into the attribute "${name}".`)
}

/** Removes control characters and spaces, which browsers ignore before and inside a scheme. */
export function isSafeAddress(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\u0000-\u0020]/g, ''))?.[1]?.toLowerCase()
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme)
}

type State = 'text' | 'tag name' | 'in tag' | 'name' | 'after name' | 'before value' | 'quoted'

/**
 * Reads the fixed parts of a template and finds the context of each value. Throws if escaping cannot make a value safe: in
 * the name of a tag or an attribute, outside double quotes, in a script, in an attribute such as `onclick`.
 */
export function findPlaces(strings: readonly string[]): Place[] {
  let state: State = 'text'
  let tag = ''
  let name = ''
  /** The fixed text of the current URL since its start or its last value. */
  let address = ''
  /** The open script or style element. */
  let code = ''
  let hasValue = false

  function read(character: string): void {
    switch (state) {
      case 'text':
        if (character === '<') [state, tag] = ['tag name', '']
        break
      case 'tag name':
        if (character === '>') endTag()
        else if (/\s/.test(character)) state = 'in tag'
        else tag += character.toLowerCase()
        if (tag === '!--') throw new TypeError('A template may not have comments.')
        break
      case 'quoted':
        if (character !== '"') address += character
        else {
          if (hasValue) checkAddressText(address, true)
          state = 'in tag'
        }
        break
      default:
        if (character === '>') endTag()
        else if (character === '"') {
          if (state !== 'before value') throw new TypeError('A quote must follow the "=" of an attribute.')
          ;[state, address, hasValue] = ['quoted', '', false]
        } else if (character === '=') {
          if (state === 'in tag') throw new TypeError('A "=" must follow the name of an attribute.')
          state = 'before value'
        } else if (/\s/.test(character)) state = state === 'name' ? 'after name' : state
        else if (state === 'before value') throw new TypeError(`The attribute "${name}" needs double quotes.`)
        else if (state === 'name') name += character.toLowerCase()
        else [state, name] = ['name', character.toLowerCase()]
    }
  }

  function endTag(): void {
    state = 'text'
    if (tag === 'script' || tag === 'style') code = tag
    else if (tag === `/${code}`) code = ''
  }

  function place(): Place {
    if (state === 'text') {
      if (code !== '') throw new TypeError(`A template may not put a value into a ${code} element.`)
      return 'text'
    }
    if (state === 'before value') throw new TypeError(`The attribute "${name}" needs double quotes.`)
    if (state === 'in tag' || state === 'after name' || (state === 'tag name' && /^[a-z]/.test(tag))) {
      state = 'in tag'
      return 'tag'
    }
    if (state !== 'quoted') throw new TypeError(`A template may not put a value into the ${state} of <${tag}.`)
    if (attributeKind(name) === 'text') return 'attribute'
    const before = hasValue ? null : address
    checkAddressText(address, hasValue)
    ;[address, hasValue] = ['', true]
    return { addressAfter: before }
  }

  const places: Place[] = []
  for (const [i, part] of strings.entries()) {
    for (const character of part) read(character)
    if (i < strings.length - 1) places.push(place())
  }
  return places
}

/** A value before a colon could become part of a scheme, so a colon is only allowed in a literal scheme. */
function checkAddressText(text: string, isAfterValue: boolean): void {
  const rest = isAfterValue ? text : text.replace(/^(?:https?:\/\/|mailto:)/, '')
  if (/^[^/?#]*:/.test(rest)) throw new TypeError(`An address in a template has a colon beside a value: ${text}`)
}
