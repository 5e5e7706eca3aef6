import { TAG_MAX_CHARACTERS, TAGS_MAX_PER_POST } from '@galley/contract/limits'
import type { CategoryValue } from '@galley/contract/writing/categories'
import type { Problem } from '../problems/problem.ts'
import { type CategoryMap, categoryTarget } from './categories.ts'
import { cleanLine } from './limit-text.ts'

interface Labels {
  readonly tags: readonly string[]
  readonly category: CategoryValue | undefined
}

/** Tags and one category, from the tags and categories of the old service. */
export function readLabels(
  given: { readonly tags: readonly unknown[]; readonly categories: readonly string[] },
  map: CategoryMap,
  report: (problem: Problem) => void,
): Labels {
  let category: CategoryValue | undefined
  const fromCategories: string[] = []
  for (const name of given.categories) {
    const target = categoryTarget(name, map)
    if (target === 'none') continue
    if (target === 'tag') fromCategories.push(name)
    else if (category === undefined) category = target
    else if (category !== target) report({ code: 'category_left_out', values: { category: name } })
  }
  const written = [...given.tags, ...fromCategories].flatMap(tag =>
    typeof tag === 'string' || typeof tag === 'number' ? cleanLine(String(tag)).replace(/^#/, '') : [],
  )
  const tags = [...new Set(written.filter(tag => tag !== ''))]
  const short = tags.filter(tag => [...tag].length <= TAG_MAX_CHARACTERS)
  for (const tag of tags)
    if (!short.includes(tag)) report({ code: 'tag_too_long', values: { tag: `${tag.slice(0, 60)}…` } })
  const left = short.slice(TAGS_MAX_PER_POST)
  if (left.length > 0) {
    report({ code: 'too_many_tags', values: { most: TAGS_MAX_PER_POST, tags: left.join(', ') } })
  }
  return { tags: short.slice(0, TAGS_MAX_PER_POST), category }
}
