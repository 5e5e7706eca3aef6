/** All categories, in the order in which they are offered. */
export const CATEGORIES = [
  { value: 'ai', label: 'AI' },
  { value: 'technology', label: 'Technology' },
  { value: 'programming', label: 'Programming' },
  { value: 'design', label: 'Design' },
  { value: 'business', label: 'Business' },
  { value: 'startup', label: 'Startup' },
  { value: 'marketing', label: 'Marketing' },
  { value: 'career', label: 'Career' },
  { value: 'money', label: 'Money' },
  { value: 'education', label: 'Education' },
  { value: 'science', label: 'Science' },
  { value: 'health', label: 'Health' },
  { value: 'lifestyle', label: 'Lifestyle' },
  { value: 'parenting', label: 'Parenting' },
  { value: 'travel', label: 'Travel' },
  { value: 'food', label: 'Food' },
  { value: 'culture', label: 'Culture' },
  { value: 'books', label: 'Books' },
  { value: 'entertainment', label: 'Entertainment' },
  { value: 'games', label: 'Games' },
  { value: 'sports', label: 'Sports' },
  { value: 'society', label: 'Society' },
  { value: 'essay', label: 'Essay' },
  { value: 'other', label: 'Other' },
] as const

export type CategoryValue = (typeof CATEGORIES)[number]['value']
export const CATEGORY_VALUES: readonly CategoryValue[] = CATEGORIES.map(category => category.value)
