import type { PostItem } from '@galley/client'
import { chooseLanguage, LANGUAGE_CODES, LANGUAGES, language, type Messages } from '../i18n/language.ts'
import { IMPORT, MAIN_PAGES, NEW_POST, REDIRECTS } from '../navigation.ts'
import { chooseTheme, THEMES } from '../theme.ts'

export type Group = 'go' | 'do' | 'posts'

export interface Command {
  readonly key: string
  readonly group: Group
  readonly label: string
  /** Found by its text, which the label does not contain. */
  readonly isFound?: boolean
  readonly run: () => void
}

interface Actions {
  readonly go: (to: string) => void
  readonly help: () => void
}

/** All entries of the palette. Posts that were found are last: they arrive later, and must not move the highlighted entry. */
export function listCommands(
  text: Messages['shell'],
  posts: readonly Pick<PostItem, 'id' | 'title'>[],
  found: { readonly words: string; readonly posts: readonly Pick<PostItem, 'id' | 'title'>[] },
  { go, help }: Actions,
): Command[] {
  const listed = new Set(posts.filter(({ title }) => hasWords(title, found.words)).map(({ id }) => id))
  const entryOf = ({ id, title }: Pick<PostItem, 'id' | 'title'>) => ({
    key: id,
    group: 'posts' as const,
    label: title,
    run: () => go(`/studio/posts/${id}`),
  })
  return [
    { key: 'new', group: 'do', label: text.newPost, run: () => go(NEW_POST) },
    { key: 'import', group: 'do', label: text.import, run: () => go(IMPORT) },
    ...MAIN_PAGES.map(({ name, to }) => ({ key: name, group: 'go' as const, label: text[name], run: () => go(to) })),
    { key: 'redirects', group: 'go', label: text.redirects, run: () => go(REDIRECTS) },
    { key: 'site', group: 'go', label: text.toSite, run: () => location.assign('/') },
    ...posts.map(entryOf),
    ...THEMES.map(theme => ({
      key: theme,
      group: 'do' as const,
      label: text.themeChoice(text.themes[theme]),
      run: () => chooseTheme(theme),
    })),
    ...LANGUAGE_CODES.filter(code => code !== language).map(code => ({
      key: code,
      group: 'do' as const,
      label: LANGUAGES[code].choose,
      run: () => chooseLanguage(code),
    })),
    { key: 'help', group: 'do', label: text.help, run: help },
    ...found.posts
      .filter(({ id }) => !listed.has(id))
      .map(post => ({ ...entryOf(post), key: `found ${post.id}`, isFound: true })),
  ]
}

export const matches = ({ label, isFound }: Command, query: string): boolean =>
  isFound === true || hasWords(label, query)

/** Whether a label contains every word of the query, in any order. */
function hasWords(label: string, query: string): boolean {
  const normalised = normalise(label)
  return normalise(query)
    .split(/\s+/)
    .every(word => normalised.includes(word))
}

const normalise = (text: string): string => text.normalize('NFKC').toLowerCase()
