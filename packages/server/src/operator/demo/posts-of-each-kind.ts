import type { DemoPost } from './demo-post.ts'

/** Posts that show every feature of a post. */
export const POSTS_OF_EACH_KIND: readonly DemoPost[] = [
  {
    by: 'alice',
    name: 'small-releases',
    post: {
      title: 'Small releases, told plainly',
      subtitle: 'What changes when a release takes ten minutes',
      status: 'published',
      category: 'programming',
      tags: ['craft', 'releases'],
      content: `A release that takes a day is made once a month. One that takes ten minutes is made whenever something is ready, and then each holds so little that its notes fit on a card.

## What goes onto the card

- what somebody can do now that they could not do before
- what they have to do themselves, if anything
- how to go back

## How it is made

\`\`\`sh
git tag v1.4.0
git push --tags   # the rest happens by itself
\`\`\`

The last line is a promise. It took us two weeks to make it true, and it has paid for itself every day since.

> Nobody reads a long list of changes. Everybody reads three lines.
`,
    },
  },
  {
    by: 'paula',
    name: 'asking-for-money',
    post: {
      title: 'Asking for money without a blush',
      status: 'published',
      category: 'business',
      tags: ['writing', 'prices'],
      is_paid: true,
      price_jpy: 300,
      content: `For two years everything I wrote was free, and I was proud of it. Then I counted the evenings.

A price is no wall around the text. It is a sentence about it: this took me a week, and I think it is worth a coffee.

<!-- paywall -->

## How I found mine

I asked five readers what they would have paid, took the middle, and left it alone for half a year. Nobody has ever complained about the price. Two people have complained that there was no way to pay more.
`,
    },
  },
  {
    by: 'haruto',
    name: 'morning-walk',
    post: {
      title: '朝の散歩で考えたこと',
      status: 'published',
      category: 'essay',
      tags: ['散歩', '暮らし'],
      content: `駅とは反対の方向へ歩くと、十分ほどで川に出る。橋の上で立ち止まり、水の色を見て、引き返す。それだけの散歩を、もう三年続けている。

同じ道を歩いていると、変わったものだけが目に入る。新しい看板、閉まったままの店、去年より早く咲いた花。

## 変わらないもの

橋のたもとの猫は、今日も同じ場所に座っていた。こちらを見て、それから**水**を見た。
`,
    },
  },
  {
    by: 'haruto',
    name: 'queues-in-postgresql',
    post: {
      title: 'PostgreSQLを待ち行列として使う',
      subtitle: '小さなサービスには、それで十分',
      status: 'published',
      category: 'technology',
      tags: ['PostgreSQL', '設計'],
      content: `専用の仕組みを足す前に、いまあるデータベースを眺めてみる。

\`\`\`sql
select id from jobs
where run_at <= now()
order by run_at
limit 10
for update skip locked;
\`\`\`

| 条件 | 向いている | 向いていない |
|---|---|---|
| 件数 | 毎秒数百まで | 毎秒数万 |
| 順序 | だいたいで良い | 厳密 |

トランザクションと一緒に消えてくれることが、何よりもうれしい。
`,
    },
  },
  {
    by: 'alice',
    name: 'bread-for-busy-people',
    post: {
      title: 'Bread for people with no time',
      status: 'published',
      category: 'food',
      tags: ['baking', 'recipes'],
      content: `Time is the one ingredient that works while you are out.

1. In the evening, stir 500 g of flour, 10 g of salt, a pinch of yeast and 380 g of water. It looks wrong. It is right.
2. Go to bed.
3. In the morning, fold it three times, and go to work.
4. In the evening, bake it for 45 minutes in a hot pot with its lid on for the first thirty.

You will have worked for nine minutes.
`,
    },
  },
  {
    by: 'paula',
    name: 'letter',
    post: {
      title: 'A letter for next week',
      status: 'scheduled',
      category: 'lifestyle',
      content: 'This one waits for its time. It will be published then, whatever happens in between.\n',
    },
  },
  {
    by: 'paula',
    name: 'maps',
    post: {
      title: 'On maps, unfinished',
      status: 'draft',
      tags: ['travel'],
      content:
        'Every map leaves nearly everything out, and that is what it is for.\n\nTo come: the one my grandfather drew.\n',
    },
  },
  {
    by: 'noah',
    name: 'paper',
    post: {
      title: 'Why I still keep a paper notebook',
      status: 'published',
      category: 'lifestyle',
      tags: ['writing'],
      content: `It starts at once, it never asks me anything, and it cannot tell me what somebody else has just said.

What I cannot find again in it was not worth finding. *Mostly.*
`,
    },
  },
]
