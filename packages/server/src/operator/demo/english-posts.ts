import { type DemoPost, published } from './demo-post.ts'

export const ENGLISH_POSTS: readonly DemoPost[] = [
  published(
    'sofia',
    'reading-charts',
    'How to read a chart that wants something from you',
    { category: 'science', tags: ['statistics', 'reading'], subtitle: 'Four questions, in order' },
    `Every chart is an argument. That is not a fault: a chart without a point is decoration. But it helps to know what you are being told, and by whom.

## The four questions

1. Where does the vertical axis begin?
2. What was left out on the left and on the right?
3. Is this a count, or a share of something?
4. Who made it, and what would they have shown if the numbers had been worse?

The last question is the most useful one. Ask it of your own charts first.

> A good chart can be wrong in a way that you can see.`,
  ),
  published(
    'sofia',
    'field-notes-tides',
    'Field notes: measuring a tide with a broom',
    { category: 'science', tags: ['field notes', 'sea'] },
    `The instrument was late, so we used a broom. It had centimetres on it by the afternoon, in red paint, and it stood in the water for three weeks.

What we learned is in the table below. What we did not expect is that children from the village would come twice a day to read it to us, and that their numbers were better than ours.

| day | high | low |
|---|---|---|
| 1 | 142 | 31 |
| 8 | 118 | 55 |
| 15 | 145 | 28 |

The instrument arrived on day sixteen. We kept the broom.`,
  ),
  published(
    'sofia',
    'grant-letters',
    'What I learned from forty rejected letters',
    { category: 'career', tags: ['writing', 'research'], is_paid: true, price_jpy: 500 },
    `I have kept every letter that said no. There are forty of them, and I have read them again this winter, in order, with a pencil.

The first thing you notice is how few of them are about the work.

<!-- paywall -->

## What they were about

Twenty-two of forty were about the first page. Not about the idea on it, but about how long it took to find the idea. I have since put the question into the first sentence, and the answer that I hope for into the second.

The other eighteen were right.`,
  ),
  published(
    'sofia',
    'small-data',
    'In praise of small data',
    { category: 'ai', tags: ['statistics', 'models'] },
    `A model with a million rows will tell you what usually happens. Twelve rows that you collected yourself will tell you what you did not know to ask.

I am not against large models. I use one most days. But I notice that I trust its answers most where I could have counted by hand, and least where I could not.

So I still count by hand, now and then, to find out which case I am in.`,
  ),
  published(
    'alice',
    'naming-things',
    'Names are the cheapest documentation',
    { category: 'programming', tags: ['craft', 'naming'] },
    `A name is read a hundred times for each time that it is written. That is the whole argument, and I still need to hear it about once a month.

\`\`\`ts
// before
const d = process(list, true)

// after
const overdueInvoices = onlyOverdue(invoices)
\`\`\`

Nothing about the second version is clever. You can read it aloud on the telephone, and somebody will understand what it does.

- If you need a comment to explain a name, change the name.
- If you cannot find a name, you have found two things.`,
  ),
  published(
    'alice',
    'reviewing-kindly',
    'Review the change, not the person',
    { category: 'career', tags: ['teams', 'craft'], subtitle: 'Three habits that cost nothing' },
    `I ask a question where I would have given an order. I say what I like, and I mean it. I say how sure I am: "this will break" is another sentence than "I would find this easier to read".

None of this takes longer. All of it is noticed.

The best reviewer I ever had began each review with what the change was for, in her own words. If she had it wrong, we both learned something before a single line was discussed.`,
  ),
  published(
    'alice',
    'tests-as-sentences',
    'Tests that read like sentences',
    { category: 'programming', tags: ['testing', 'craft'] },
    `When a test fails, its name is the first thing that anybody sees. Often it is the only thing.

\`\`\`ts
it('keeps the draft when the connection is lost while saving')
\`\`\`

That is a promise to a user. Compare it with \`testSave2\`. Both fail for the same reason, on the same night, and only one of them lets you decide whether to get out of bed.`,
  ),
  published(
    'alice',
    'slow-pages',
    'The page was slow because we were polite',
    { category: 'technology', tags: ['performance', 'web'] },
    `We asked the server for one thing at a time, and waited for each answer before we asked for the next. It was very polite. It took four seconds.

Asking for everything at once took three lines and brought it down to half a second. The remaining half second was one picture, which nobody had looked at since 2019.

## What to look for

Open the network tab, and look for stairs. Every step is somebody waiting.`,
  ),
  published(
    'noah',
    'winter-cycling',
    'A winter on two wheels',
    { category: 'sports', tags: ['cycling', 'winter'] },
    `People ask about the cold. The cold is the easy part: you stop being cold after ten minutes, and then you are warm for an hour in a way that no room has ever made me.

The hard part is the dark, and the glove that is always the one you have not got.

I rode on ninety-one days out of ninety-one. I was late on six of them, which is fewer than in the summer, when there are people to talk to.`,
  ),
  published(
    'noah',
    'one-bag',
    'Three weeks with one bag',
    { category: 'travel', tags: ['travel', 'packing'], subtitle: 'A list, and what I would leave at home next time' },
    `I packed for three weeks in the way in which I usually pack for three days, and it was enough.

- two shirts, of which one was always wet
- a notebook, a pencil, and no second pencil
- the good shoes, and only those
- a book that I had read before

What I missed was a spoon. What I did not miss, once, was anything with a cable.`,
  ),
  published(
    'noah',
    'library-mornings',
    'The first hour at the library',
    { category: 'books', tags: ['reading', 'habits'] },
    `Between nine and ten, the reading room belongs to four people. We have never spoken. One does the crossword. One sleeps, with great dignity, behind an atlas.

I come for the light, and because nobody there can ask me for anything. I have finished more books in that hour than in all the evenings of last year.

If you have been meaning to read more, do not buy another book. Find a chair.`,
  ),
  published(
    'noah',
    'board-games-rain',
    'Five games for a rainy Sunday',
    { category: 'games', tags: ['games', 'family'] },
    `All of them can be explained in less than five minutes. None of them ends with somebody in tears, or at least not because of the rules.

1. One with tiles, for people who like to build.
2. One with cards, for people who like to talk.
3. One with a single die, for the very young and the very tired.
4. One in which everybody wins or nobody does.
5. The one that you already have, and have not played for ten years.

Begin with the last one.`,
  ),
  published(
    'paula',
    'price-of-free',
    'The price of free',
    { category: 'money', tags: ['prices', 'work'] },
    `Free is a price, too. It says that somebody else pays, and it rarely says who.

I have stopped giving things away because I was too shy to ask. I still give things away because I want to. The two look the same from outside, and they feel entirely different on a Friday evening.`,
  ),
  published(
    'paula',
    'first-customer',
    'Our first customer was a mistake',
    { category: 'startup', tags: ['customers', 'work'], subtitle: 'And why we never corrected it' },
    `She had meant to order from somebody else. We noticed after the invoice was paid, and so did she.

Instead of a refund she asked for a telephone call, and in twenty minutes she told us what was wrong with our product, with theirs, and with the whole idea of ordering such a thing by post.

Most of what we have built since was in that call.`,
  ),
  published(
    'paula',
    'newsletter-lessons',
    'Two years of a newsletter, in numbers and regrets',
    { category: 'marketing', tags: ['writing', 'newsletter'], is_paid: true, price_jpy: 400 },
    `One hundred and four letters, three of them late. Eleven hundred readers, of whom I know about sixty by name.

Here is what made the number go up, and what made me want to stop.

<!-- paywall -->

## What worked

Writing on the same day, at the same hour. Answering every reply. Never once mentioning the number of readers, until today.

## What did not

Anything that somebody else had told me would work.`,
  ),
  published(
    'paula',
    'quiet-offices',
    'How we made the office quiet without a rule',
    { category: 'business', tags: ['teams', 'work'] },
    `We moved the coffee machine. That was all.

It had been in the middle of the room, and so the middle of the room was where people talked. Now it is at the end of a corridor, beside a window, with two chairs. People still talk as much as before. They walk there first.`,
  ),
]
