import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MediaAddresses } from './media-addresses.ts'

const KEY = 'posts/0198c2d4-1111-7c55-9d0e-4f1b2a3c4d5e/02580190-2222-8c55-9d0e-4f1b2a3c4d5e.png'
const OLD = 'http://old.example/media'
const NEW = 'https://new.example/media'
const addresses = new MediaAddresses(NEW, [OLD, NEW, 'https://cdn.example/b'])

describe('MediaAddresses', () => {
  it('shows our own images with the current address', () => {
    for (const base of [OLD, 'HTTP://Old.Example/media', 'https://cdn.example/b', NEW]) {
      assert.equal(addresses.shown(`${base}/${KEY}`), `${NEW}/${KEY}`)
    }
    assert.equal(addresses.shown(`${OLD}/${KEY}?v=1#x`), `${NEW}/${KEY}?v=1#x`)
    const thumbnail = KEY.replace('/0258', '/0198c2d4-1111-7c55-9d0e-4f1b2a3c4d5e/thumbnail-0258')
    assert.equal(addresses.shown(`${OLD}/${thumbnail}`), `${NEW}/${thumbnail}`)
  })

  it('leaves every other address alone', () => {
    for (const url of [
      `http://other.example/media/${KEY}`,
      `http://old.example.evil.example/media/${KEY}`,
      `http://old.example/mediaX/${KEY}`,
      `${OLD}/../${KEY}`,
      `${OLD}/posts/x.png`,
      `${OLD}/${KEY}.exe`,
      'http://old.example/@alice/a-post',
      '',
    ]) {
      assert.equal(addresses.shown(url), url)
    }
  })

  it('changes URL fields and HTML of a response, and nothing else', () => {
    const old = `${OLD}/${KEY}`
    const at = new Date()
    const response = {
      content: `![](${old})`,
      html: `<p><img src="${old}" alt="${old}" /> <a href="${old}">${old}</a> <code>&lt;img src="${old}"&gt;</code></p>`,
      posts: [{ thumbnail_url: old, cover_image_url: null, author: { avatar_url: old, bio: old } }],
      at,
    }
    const now = `${NEW}/${KEY}`
    assert.deepEqual(addresses.inResponse(response), {
      content: `![](${old})`,
      html: `<p><img src="${now}" alt="${old}" /> <a href="${now}">${old}</a> <code>&lt;img src="${old}"&gt;</code></p>`,
      posts: [{ thumbnail_url: now, cover_image_url: null, author: { avatar_url: now, bio: old } }],
      at,
    })
    assert.equal(new MediaAddresses(NEW, [NEW]).inResponse(response), response)
  })
})
