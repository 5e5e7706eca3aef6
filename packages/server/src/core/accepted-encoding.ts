export type Encoding = 'br' | 'gzip'

/** The best that a client takes of what we have: named, and not with a weight of 0. */
export function encodingFor(accepts: string): Encoding | null {
  const taken = accepts.toLowerCase().split(',').map(takenName)
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : null
}

// Taken apart and not matched as a whole: what strangers send must not decide how long a match takes.
function takenName(offer: string): string | undefined {
  const [name = '', ...parameters] = offer.split(';').map(part => part.trim())
  return parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter)) ? undefined : name
}
