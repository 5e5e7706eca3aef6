// Generated from packages/contract by `npm run generate -w @galley/client`. Do not edit.

export const VERSION = '0.1.0'
