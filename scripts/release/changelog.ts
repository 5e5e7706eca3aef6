/** The text below the heading of a section of a changelog; undefined if there is no such section. */
export function readSection(changelog: string, name: string): string | undefined {
  const lines = changelog.split('\n')
  const isHeading = (line: string) => line.startsWith('## ')
  const start = lines.findIndex(line => isHeading(line) && line.slice(3).split(' ')[0] === name)
  if (start === -1) return undefined
  const length = lines.slice(start + 1).findIndex(isHeading)
  return lines
    .slice(start + 1, length === -1 ? undefined : start + 1 + length)
    .join('\n')
    .trim()
}

/** What is missing for a release of this version. */
export function findChangelogIssues(changelog: string, version: string): string[] {
  const section = readSection(changelog, version)
  const unreleased = readSection(changelog, 'Unreleased')
  return [
    ...(section === undefined ? [`has no section "## ${version}"`] : []),
    ...(section === '' ? [`says nothing in its section "## ${version}"`] : []),
    ...(unreleased ? [`has entries under "Unreleased". Move them into the section "## ${version}"`] : []),
  ]
}
