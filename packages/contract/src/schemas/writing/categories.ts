import { type Static, Type } from 'typebox'
import { CATEGORY_VALUES } from '../../values/writing/categories.ts'
import { oneOf } from '../schema.ts'

export const CategoryValue = oneOf(CATEGORY_VALUES, { title: 'CategoryValue' })
export type CategoryValue = Static<typeof CategoryValue>

export const Category = Type.Object({ value: CategoryValue, label: Type.String() }, { title: 'Category' })
export type Category = Static<typeof Category>

export const CategoryList = Type.Object({ categories: Type.Array(Category) }, { title: 'CategoryList' })
export type CategoryList = Static<typeof CategoryList>
