let region: HTMLElement | undefined

/** Says something to those who listen to the page. */
export function announce(words: string): void {
  if (region === undefined) {
    region = document.createElement('p')
    region.className = 'hidden'
    region.setAttribute('role', 'status')
    document.body.append(region)
  }
  const { textContent } = region
  // A region that has just come is not heard yet, and the same words twice are heard once: hence the moment and the blank.
  setTimeout(() => region?.replaceChildren(words === textContent ? `${words}\u00a0` : words), 100)
}

/** Says to everybody what went wrong, below the thing that it is about. */
export function complain(words: string, about: HTMLElement): void {
  silence(about)
  const complaint = document.createElement('p')
  complaint.className = 'complaint'
  complaint.setAttribute('role', 'alert')
  about.append(complaint)
  complaint.textContent = words
}

export function silence(about: HTMLElement): void {
  about.querySelector(':scope > .complaint')?.remove()
}
