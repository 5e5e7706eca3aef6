import { CATEGORIES, type CategoryValue } from '@galley/contract/writing/categories'

/** Display names of the categories, in the order in which they are offered. */
export const categoryNames = Object.fromEntries(CATEGORIES.map(({ value, label }) => [value, label])) as Readonly<
  Record<CategoryValue, string>
>
