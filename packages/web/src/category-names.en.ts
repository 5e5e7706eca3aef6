import type { CategoryValue } from '@galley/contract/categories'

/** What readers and authors call the categories, in the order in which they are offered. */
export const categoryNames: Readonly<Record<CategoryValue, string>> = {
  ai: 'AI',
  technology: 'Technology',
  programming: 'Programming',
  design: 'Design',
  business: 'Business',
  startup: 'Startup',
  marketing: 'Marketing',
  career: 'Career',
  money: 'Money',
  education: 'Education',
  science: 'Science',
  health: 'Health',
  lifestyle: 'Lifestyle',
  parenting: 'Parenting',
  travel: 'Travel',
  food: 'Food',
  culture: 'Culture',
  books: 'Books',
  entertainment: 'Entertainment',
  games: 'Games',
  sports: 'Sports',
  society: 'Society',
  essay: 'Essay',
  other: 'Other',
}
