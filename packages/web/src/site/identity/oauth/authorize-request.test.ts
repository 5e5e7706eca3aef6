import assert from 'node:assert/strict'
import { it } from 'node:test'
import { resultAddress } from './authorize-request.ts'

it('the result is added to a registered address, whose own query stays byte for byte', () => {
  const addressOf = (redirect_uri: string, state: string | null = 'a b') =>
    resultAddress(
      { client_id: 'c', redirect_uri, code_challenge: 'x', scope: undefined, state },
      'https://galley.example',
      ['code', '1'],
    )
  const result = 'code=1&state=a+b&iss=https%3A%2F%2Fgalley.example'
  assert.equal(addressOf('https://x.example/cb'), `https://x.example/cb?${result}`)
  for (const own of ['to=%20a%2fb&x', 'q=a+b&e=%E9%9B%A8', 'x=~(1)*!']) {
    assert.equal(addressOf(`https://x.example/cb?${own}`), `https://x.example/cb?${own}&${result}`)
    assert.equal(addressOf(`com.example.app:/cb?${own}`), `com.example.app:/cb?${own}&${result}`)
  }
  assert.equal(addressOf('http://127.0.0.1:1/', null), 'http://127.0.0.1:1/?code=1&iss=https%3A%2F%2Fgalley.example')
})
