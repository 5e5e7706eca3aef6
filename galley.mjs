// The one entry that any Node can parse: it turns an old Node away in one line, then hands over to TypeScript.
const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(
    `Galley needs Node 24 or newer, and this is ${process.version}. Run it through npm (npm start) after npm ci: that brings the right Node on most platforms.\n`,
  )
  process.exit(1)
}
if (process.argv[2] !== '--require-node') await import('./packages/server/src/main.ts')
