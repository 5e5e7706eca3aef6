export const curlSnippet = (origin: string, token: string): string => `export GALLEY_TOKEN=${token}

curl ${origin}/api/v1/posts \\
  -H "Authorization: Bearer $GALLEY_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"title": "Hello", "content": "Written with curl."}'`

export const sdkSnippet = (origin: string, token: string): string => `// GALLEY_TOKEN=${token} in the environment
import { createClient } from '@galley/client'

const galley = createClient({
  baseUrl: '${origin}',
  token: process.env.GALLEY_TOKEN,
})
await galley.posts.create({ title: 'Hello', content: 'Written with the SDK.' })`
