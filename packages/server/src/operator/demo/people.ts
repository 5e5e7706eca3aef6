import type { Plan } from '@galley/contract/identity/plans'

export interface DemoPerson {
  readonly username: string
  readonly display_name: string
  readonly plan: Plan
  readonly verified: boolean
  readonly bio: string
}

export const PEOPLE: readonly DemoPerson[] = [
  {
    username: 'fumi',
    display_name: '青木 ふみ',
    plan: 'free',
    verified: false,
    bio: '台所と窓辺のこと。ときどき旅の話。',
  },
  {
    username: 'noah',
    display_name: 'Noah Lindqvist',
    plan: 'free',
    verified: false,
    bio: 'Bicycles, libraries and bad weather.',
  },
  {
    username: 'alice',
    display_name: 'Alice Marlowe',
    plan: 'premium',
    verified: true,
    bio: 'Builds software with small teams, and writes about how.',
  },
  {
    username: 'haruto',
    display_name: '佐藤 陽翔',
    plan: 'premium',
    verified: false,
    bio: '歩くこと、書くこと、データベース。',
  },
  {
    username: 'mei',
    display_name: '林 芽衣',
    plan: 'premium',
    verified: true,
    bio: '本と画面のデザイナー。余白が好きです。',
  },
  { username: 'kenji', display_name: '岡本 健二', plan: 'free', verified: false, bio: 'サーバーと型とキーボード。' },
  {
    username: 'paula',
    display_name: 'Paula Vidal',
    plan: 'pro_plus',
    verified: true,
    bio: 'Runs a company of nine. Writes a letter every Friday.',
  },
  {
    username: 'sofia',
    display_name: 'Sofia Reyes',
    plan: 'pro_plus',
    verified: false,
    bio: 'Oceanographer. Counts things, then doubts the count.',
  },
]
