// The import rules of all code, tests included. Imports go downwards:
//   proof, scripts → the packages, through the entries that they export
//   server: main → serve → app → the areas in the order of AREAS → contract
//   web: site, islands and studio → client → contract
import { readdirSync } from 'node:fs'

const server = '^packages/server/src/'
const studio = '^packages/web/src/studio/'
const TEST = '[.]test[.]tsx?$'

/** The areas of the server, from the top: each may import those in the lines below it, and not those in its own line. */
const AREAS = [
  ['http', 'operator'],
  ['writing', 'moderation'],
  // Pages show what a reader has bought.
  ['reading'],
  ['selling', 'keeping'],
  ['identity'],
  ['delivery'],
  ['platform'],
]
/** Starts and connects everything else, from the top. */
const START = ['main', 'serve', 'app', 'job-handlers', 'create-context']
/** Below the areas, beside the platform. */
const BASE = ['start-tracing']
/** The parts of the platform, from the top. */
const PLATFORM = [['processes'], ['jobs', 'rendering'], ['storage'], ['db'], ['cache', 'outbound'], ['core']]

const unknown = readdirSync('packages/server/src')
  .map(name => name.replace('.ts', ''))
  .filter(name => ![...START, ...BASE, ...AREAS.flat()].includes(name))
if (unknown.length > 0) throw new Error(`add to AREAS, START or BASE in dependency-cruiser.js: ${unknown.join(', ')}`)

const anyOf = names => `(${names.join('|')})`
const FILES_OF_START = START.map(name => `${name}[.]ts`)

const areaRules = AREAS.flatMap((names, i) =>
  names.map(name => ({
    name: `${name}-imports-downwards`,
    comment: `${name} may import ${
      AREAS.slice(i + 1)
        .flat()
        .join(', ') || 'no other area'
    }`,
    severity: 'error',
    from: { path: `${server}${name}/` },
    to: {
      path: `${server}${anyOf([
        ...AREAS.slice(0, i + 1)
          .flat()
          .filter(other => other !== name)
          .map(other => `${other}/`),
        // Commands start what the server starts.
        ...(name === 'operator' ? ['main[.]ts'] : FILES_OF_START),
      ])}`,
    },
  })),
)

const startRules = START.slice(1).map((name, i) => ({
  name: `${name}-imports-downwards`,
  severity: 'error',
  from: { path: `${server}${name}[.]ts` },
  to: {
    path: `${server}${anyOf([...FILES_OF_START.slice(0, i), ...(name === 'main' ? [] : ['operator/'])])}`,
  },
}))

const platformRules = PLATFORM.flatMap((names, i) =>
  names.map(name => ({
    name: `platform-${name}-imports-downwards`,
    severity: 'error',
    from: { path: `${server}platform/${name}/` },
    to: {
      path: `${server}(platform/${anyOf(
        PLATFORM.slice(0, i + 1)
          .flat()
          .filter(other => other !== name),
      )}/${['processes', 'storage'].includes(name) ? '' : '|(context|config)[.]ts'})`,
    },
  })),
)

const STUDIO_PAGES = ['moderation', 'onboarding', 'reading', 'settings', 'writing']

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'nothing-imports-a-test',
      comment: 'what several tests need is in a support folder',
      severity: 'error',
      from: {},
      to: { path: TEST },
    },
    {
      name: 'source-does-not-import-tests',
      severity: 'error',
      from: { path: '^packages/[^/]+/(src|generate)/', pathNot: TEST },
      to: { path: '^packages/[^/]+/test/' },
    },
    {
      name: 'packages-do-not-import-proof-and-scripts',
      comment: 'except that the tests of the SDK build it as it is published',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/client/test/support/consumer[.]ts$' },
      to: { path: '^(proof|scripts)/' },
    },
    {
      name: 'scripts-do-not-import-proof',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^proof/' },
    },
    {
      name: 'browser-tests-have-their-ending',
      comment: 'npm test runs no browser; name the file *.browser.test.ts',
      severity: 'error',
      from: { path: '^packages/web/.+[.]test[.]ts$', pathNot: '[.]browser[.]test[.]ts$' },
      to: { path: '^packages/web/test/support/chromium[.]ts$', reachable: true },
    },
    {
      name: 'proof-uses-exported-entries',
      comment: 'import a package by its name: @galley/server/testing/client, not by the path of its file',
      severity: 'error',
      from: { path: '^proof/' },
      to: { path: '^packages/', dependencyTypes: ['local'] },
    },
    {
      name: 'scripts-use-exported-entries',
      comment: 'these are the files that the packages export',
      severity: 'error',
      from: { path: '^scripts/', pathNot: '^scripts/dev/' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/(contract/src|(server|web)/test/support)/',
          '/(server/src/http/api/openapi|web/src/build|cli/src/preview/site-style)[.]ts$',
        ],
      },
    },
    {
      name: 'dev-server-uses-what-starts-a-server',
      comment: 'npm run dev starts the parts of a server in another way than serve',
      severity: 'error',
      from: { path: '^scripts/dev/' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/web/src/dev/',
          '^packages/server/(test/support|src/(operator|platform/(core|db/embedded)))/',
          '^packages/server/src/(platform/config|serve|http/connections/listen-error)[.]ts$',
        ],
      },
    },
    {
      name: 'support-does-not-import-tests',
      severity: 'error',
      from: { path: '^packages/([^/]+)/test/support/' },
      to: { path: '^packages/$1/test/(?!support/)' },
    },
    {
      name: 'tests-use-the-test-support-of-other-packages',
      comment: 'tests of the website, the SDK, gly and the tools of assistants start a server through its test support',
      severity: 'error',
      from: { path: '^packages/(web|client|cli|mcp)/test/' },
      to: { path: '^packages/server/(?!test/support/)' },
    },
    {
      name: 'contract-imports-only-typebox',
      comment: 'the contract imports nothing but typebox',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: TEST },
      to: { pathNot: ['^packages/contract/src/', '^node_modules/typebox/'] },
    },
    {
      name: 'contract-values-are-plain',
      comment: 'browser code imports limits and names without the library that the schemas are made with',
      severity: 'error',
      from: { path: '^packages/contract/src/values/' },
      to: { pathNot: '^packages/contract/src/values/' },
    },
    {
      name: 'web-has-no-schemas',
      comment: 'the website takes values from the contract, and types of records from the SDK, which has no page reads',
      severity: 'error',
      from: { path: '^packages/web/src/' },
      to: { path: ['^packages/contract/src/(?!values/|schemas/reading/pages[.]ts$)', '^node_modules/typebox/'] },
    },
    {
      name: 'client-imports-nothing',
      comment: 'the SDK is published without dependencies; what it needs of the contract is generated',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { pathNot: ['^packages/client/src/'] },
    },
    {
      name: 'markdown-imports-no-package-of-ours',
      severity: 'error',
      from: { path: '^packages/markdown/' },
      to: { path: '^packages/(?!markdown/)' },
    },
    {
      name: 'importers-import-only-markdown-and-values',
      comment: 'gly and the studio use them; they take limits and the parser from their packages',
      severity: 'error',
      from: { path: '^packages/importers/src/', pathNot: TEST },
      to: { path: '^packages/(?!importers/|markdown/|contract/src/values/)' },
    },
    {
      name: 'mcp-uses-the-client',
      comment:
        'the tools of assistants use the API through the SDK only, so they can do what a token may do and nothing else',
      severity: 'error',
      from: { path: '^packages/mcp/src/' },
      to: { path: '^packages/(?!mcp/|client/)' },
    },
    {
      name: 'cli-uses-the-client',
      comment: 'the command line uses the API like anyone else, and takes limits and the parser from their packages',
      severity: 'error',
      from: { path: '^packages/cli/src/' },
      to: { path: ['^packages/(server|web)/', '^packages/contract/src/(?!values/)', '^node_modules/typebox/'] },
    },
    {
      name: 'web-uses-the-client',
      comment: 'the website uses the API like anyone else; the studio shares the one rule of where a free part ends',
      severity: 'error',
      from: { path: '^packages/web/src/' },
      to: { path: '^packages/(server|markdown)/', pathNot: '^packages/markdown/src/paywall[.]ts$' },
    },
    {
      name: 'site-islands-and-studio-are-separate',
      comment: 'each is a program of its own; what they share is directly in packages/web/src',
      severity: 'error',
      from: { path: '^packages/web/src/(site|islands|studio)/' },
      to: { path: '^packages/web/src/(site|islands|studio)/', pathNot: '^packages/web/src/$1/' },
    },
    {
      name: 'studio-texts-import-nothing-else',
      severity: 'error',
      from: { path: `${studio}i18n/` },
      to: { path: `${studio}(?!i18n/)` },
    },
    {
      name: 'studio-parts-do-not-import-pages',
      severity: 'error',
      from: { path: `${studio}[^/]+/`, pathNot: `${studio}${anyOf(STUDIO_PAGES)}/` },
      to: { path: `${studio}(${STUDIO_PAGES.join('/|')}/|main|app|routes)` },
    },
    {
      name: 'only-the-site-imports-the-website',
      severity: 'error',
      from: { path: server, pathNot: [`${server}http/site/`, `${server}serve[.]ts$`] },
      to: { path: '^packages/web/' },
    },
    {
      name: 'pages-use-operations',
      comment: 'pages call the operations of the API through its local client, and reads of their own',
      severity: 'error',
      from: { path: `${server}http/site/` },
      to: {
        path: `${server}${anyOf(AREAS.slice(1, -1).flat())}/`,
        pathNot: `${server}(identity/accounts|reading/pages)/`,
      },
    },
    {
      name: 'only-http-imports-fastify',
      comment: 'an operation gets everything that it needs with its call',
      severity: 'error',
      from: { path: server, pathNot: `${server}(http/|(app|serve)[.]ts$)` },
      to: { path: '^node_modules/(fastify|@fastify/(?!busboy))' },
    },
    ...areaRules,
    ...startRules,
    ...platformRules,
  ],
  options: {
    exclude: { path: '/dist/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
}
