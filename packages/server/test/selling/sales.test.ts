import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertError } from '../support/client.ts'
import { changePost } from '../support/posts/posts.ts'
import { buy, payTest, publishPaid } from '../support/posts/purchases.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let author: Person
let now = new Date('2030-03-31T14:00:00Z')
before(async () => {
  server = await startTestServer({ env: { PAYMENTS: 'test', AUTHOR_SHARE: '85' }, clock: { now: () => now } })
  author = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

it('sales are counted by day and post, with the author’s part, less what was paid back', async () => {
  const one = await publishPaid(author, { title: '=One' })
  const two = await publishPaid(author, { title: 'Two', price_jpy: 111 })
  await buy(await server.person(), one.id)
  await buy(await server.person(), two.id)
  const unhappy = await server.person()
  const refunded = await buy(unhappy, one.id)
  // The next day in Tokyo, but not in UTC.
  now = new Date('2030-03-31T15:30:00Z')
  await changePost(author.bearer, one.id, { price_jpy: 5000 })
  await payTest(unhappy, refunded, 'refund')

  const { body } = await author.session.get('/api/v1/sales?time_zone=Asia/Tokyo&from=2030-03-01&to=2030-04-01')
  const short = body.rows.map((row: Record<string, unknown>) => Object.values(row).filter((_, i) => i !== 1))
  assert.deepEqual(
    short.toSorted(),
    [
      ['2030-04-01', '=One', 0, 1, -300, -255],
      ['2030-03-31', '=One', 2, 0, 600, 510],
      ['2030-03-31', 'Two', 1, 0, 111, 94],
    ].toSorted(),
  )
  assert.deepEqual(body.totals, { sold: 3, refunded: 1, amount_jpy: 411, author_jpy: 349 })
  assert.equal(body.author_share_percent, 85)
  const utc = await author.session.get('/api/v1/sales')
  assert.deepEqual([utc.body.to, utc.body.totals, utc.body.rows.length], ['2030-03-31', body.totals, 2])

  const csv = await author.session.get('/api/v1/sales', { headers: { accept: 'text/csv' } })
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(csv.headers.get('content-disposition') ?? '', /sales-2030-03-01-2030-03-31\.csv/)
  assert.match(csv.body, new RegExp(`2030-03-31,${two.id},Two,1,0,111,94\\r\\n`))
  const names = JSON.stringify([body, csv.body])
  assert.ok(!names.includes(unhappy.account.username), 'says nothing about readers')
})

it('sales of others are not shown, and a wrong period is rejected', async () => {
  const other = await server.person()
  assert.deepEqual((await other.session.get('/api/v1/sales')).body.rows, [])
  assertError(await server.anyone.get('/api/v1/sales'), 401, 'UNAUTHORIZED')
  for (const [query, field] of [
    ['from=2030-04-02&to=2030-04-01', 'from'],
    ['from=2028-01-01&to=2030-04-01', 'from'],
    ['from=x', 'from'],
    ['to=2030-13-45', 'to'],
    ['to=2030-02-31', 'to'],
    ['from=2030-02-30', 'from'],
    ['time_zone=Nowhere/Land', 'time_zone'],
  ]) {
    const response = await other.session.get(`/api/v1/sales?${query}`)
    assertError(response, 400, 'VALIDATION_ERROR')
    assert.equal(response.body.error.fields[0].field, field)
  }
})

it('a sale at midnight belongs to the day that begins, and to one period only', async () => {
  const seller = await server.person({ plan: 'pro_plus' })
  now = new Date('2030-03-15T00:00:00Z')
  await buy(await server.person(), (await publishPaid(seller)).id)
  now = new Date('2030-03-31T15:30:00Z')
  const sold = async (from: string, to: string) =>
    (await seller.session.get(`/api/v1/sales?from=${from}&to=${to}`)).body.totals.sold
  assert.deepEqual([await sold('2030-03-01', '2030-03-14'), await sold('2030-03-15', '2030-03-20')], [0, 1])
})

it('sales of any amount are added up', async () => {
  const seller = await server.person({ plan: 'pro_plus' })
  const { id } = await publishPaid(seller)
  for (let i = 0; i < 2; i++) await buy(await server.person(), id)
  await server.context.db.updateTable('purchases').set({ price_jpy: 2_000_000_000 }).where('post_id', '=', id).execute()
  const { body } = await seller.session.get('/api/v1/sales')
  assert.deepEqual([body.totals.amount_jpy, body.totals.author_jpy], [4_000_000_000, 3_400_000_000])
})
