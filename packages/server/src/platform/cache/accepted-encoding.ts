export type Encoding = 'br' | 'gzip'

/** The best encoding that the client names with a weight above 0. */
export function encodingFor(accepts: string): Encoding | null {
  const taken = accepts.toLowerCase().split(',').map(takenName)
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : null
}

// Split instead of matched by one pattern, so that hostile input cannot make it slow.
function takenName(offer: string): string | undefined {
  const [name = '', ...parameters] = offer.split(';').map(part => part.trim())
  return parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter)) ? undefined : name
}
