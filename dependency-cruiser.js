// The import rules of all code, tests included. Imports go downwards:
//   proof, scripts → the packages, through the entries that they export
//   server: main → serve, operator → app → {site, api} → features → transport → context → {cache, outbound, rendering, jobs, storage, db}
//     → core → contract
//   web: site, islands and studio → client → contract
// The table ALLOWED lists which features a feature may import.
import { readdirSync } from 'node:fs'

const server = '^packages/server/src/'
const studio = '^packages/web/src/studio/'
const TEST = '[.]test[.]tsx?$'
const ALLOWED = {
  accounts: ['mail', 'notifications'],
  tokens: ['accounts', 'notifications'],
  passkeys: ['accounts'],
  invitations: ['accounts', 'moderation'],
  devices: ['accounts', 'tokens'],
  oauth: ['accounts', 'tokens'],
  'agent-calls': [],
  previews: ['posts'],
  posts: ['accounts', 'notifications', 'payments', 'salons', 'search', 'uploads', 'webhooks'],
  series: ['accounts', 'posts', 'public', 'webhooks'],
  uploads: ['accounts'],
  webhooks: ['accounts', 'notifications'],
  events: ['accounts'],
  public: ['accounts', 'engagement'],
  pages: ['accounts', 'notifications', 'payments', 'public', 'series'],
  search: ['accounts', 'public'],
  engagement: ['accounts', 'notifications'],
  reading: ['engagement', 'payments', 'public'],
  salons: [],
  backup: [],
  redirects: ['accounts', 'posts'],
  exports: [],
  mail: [],
  notifications: ['mail'],
  moderation: ['accounts', 'engagement', 'mail', 'notifications'],
  payments: ['engagement', 'mail', 'webhooks'],
}
const FEATURES = Object.keys(ALLOWED)
const OTHER_FOLDERS = [
  'api',
  'cache',
  'core',
  'db',
  'jobs',
  'mcp',
  'operator',
  'outbound',
  'processes',
  'rendering',
  'site',
  'storage',
  'transport',
]
const unknownFolders = readdirSync('packages/server/src', { withFileTypes: true })
  .filter(entry => entry.isDirectory() && ![...FEATURES, ...OTHER_FOLDERS].includes(entry.name))
  .map(({ name }) => name)
if (unknownFolders.length > 0) {
  throw new Error(
    `add to ALLOWED in dependency-cruiser.js what these features may import: ${unknownFolders.join(', ')}`,
  )
}

const anyOf = names => `(${names.join('|')})`

const features = FEATURES.map(name => ({
  name: `${name}-imports-only-allowed-features`,
  comment: `${name} may import ${ALLOWED[name].join(', ') || 'no other feature'}`,
  severity: 'error',
  from: { path: `${server}${name}/` },
  to: { path: `${server}${anyOf(FEATURES)}/`, pathNot: `${server}${anyOf([name, ...ALLOWED[name]])}/` },
}))

const below = (folder, forbidden) => ({
  name: `${folder.replace(/[^\w/-]+/g, '-')}-imports-downwards`,
  severity: 'error',
  from: { path: `${server}${folder}` },
  to: { path: `${server}${anyOf(forbidden)}` },
})

const START = ['main.ts', 'serve.ts', 'operator/']
const TOP = [...START, 'app.ts', 'create-context.ts', 'job-handlers.ts', 'site/', 'api/', 'mcp/']
const FEATURE_FOLDERS = FEATURES.map(name => `${name}/`)
const LOWER = ['transport/', 'jobs/', 'storage/', 'db/']

const STUDIO_PAGES = [
  'admin',
  'calendar',
  'editor',
  'import',
  'media',
  'onboarding',
  'posts',
  'series',
  'settings',
  'statistics',
]

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
          '^packages/server/(test/support|src/(operator|core|db/embedded))/',
          '^packages/server/src/(config|serve|transport/connections/listen-fault)[.]ts$',
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
      from: { path: server, pathNot: [`${server}site/`, `${server}serve[.]ts$`] },
      to: { path: '^packages/web/' },
    },
    {
      name: 'features-do-not-import-their-callers',
      severity: 'error',
      from: { path: `${server}${anyOf(FEATURE_FOLDERS)}` },
      to: { path: `${server}${anyOf([...TOP, 'jobs/worker[.]ts'])}` },
    },
    ...features,
    below('serve[.]ts', ['main.ts', 'operator/']),
    below('(app|create-context|job-handlers)[.]ts', START),
    below('(site|api)/', [...START, 'app.ts', 'create-context.ts', 'job-handlers.ts']),
    // Pages use the API's own operations, through its local client.
    below('site/', [`(${FEATURES.filter(name => !['accounts', 'pages'].includes(name)).join('|')})/`]),
    below('api/', ['site/', 'mcp/']),
    {
      name: 'features-know-no-http',
      comment: 'an operation gets everything that it needs with its call',
      severity: 'error',
      from: {
        path: `${server}${anyOf([...FEATURE_FOLDERS, ...LOWER.filter(name => name !== 'transport/'), 'cache/', 'core/'])}`,
      },
      to: { path: '^node_modules/(fastify|@fastify/(?!busboy))' },
    },
    below('transport/', [...TOP, ...FEATURE_FOLDERS, 'jobs/', 'storage/']),
    below('(context|config)[.]ts', [...TOP, ...FEATURE_FOLDERS, 'transport/', 'jobs/']),
    below('jobs/', [...TOP, ...FEATURE_FOLDERS, 'transport/', 'context.ts']),
    below('storage/', [...TOP, ...FEATURE_FOLDERS, 'transport/', 'jobs/', 'db/']),
    // It stores the pages that it renders.
    below('rendering/', [...TOP, ...FEATURE_FOLDERS, 'transport/', 'jobs/', 'storage/', 'context.ts', 'config.ts']),
    below('db/', [
      ...TOP,
      ...FEATURE_FOLDERS,
      'transport/',
      'jobs/',
      'storage/',
      'rendering/',
      'context.ts',
      'config.ts',
    ]),
    below('(cache|outbound)/', [...TOP, ...FEATURE_FOLDERS, ...LOWER, 'context.ts', 'config.ts']),
    below('core/', [...TOP, ...FEATURE_FOLDERS, ...LOWER, '(cache|outbound|rendering)/', 'context.ts', 'config.ts']),
  ],
  options: {
    exclude: { path: '/dist/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
}
