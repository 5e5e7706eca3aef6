import { scopeNames } from './scopes.ts'

/** The pages where a program gets access: with a code (`/device`), or with OAuth. */
export const programs = {
  enterTitle: 'Connect a program',
  enterText: 'A program that wants to use your account shows you a code. Enter it here.',
  code: 'Code',
  codeHint: 'For example BCDF-GHJK. Upper or lower case does not matter.',
  continue: 'Continue',
  unknownCode: 'This code is wrong, was used already, or has expired. Check it, or start the program again.',
  required: 'This is required.',

  title: 'Allow this program to use your account?',
  asks: (username: string) => `It asks for access to the account @${username}.`,
  program: 'Program',
  notVerified: 'This is what the program calls itself. The name is not verified.',
  mayDo: 'If you approve, it may',
  compare: 'Approve only if you have started the program yourself and it shows this code.',
  replaces: 'You have a token of this name. It stops working as soon as the program gets the new one.',
  revoke: 'You can revoke the access at any time in the studio, under Settings → API tokens.',
  approve: 'Approve',
  refuse: 'Refuse',

  planRequired: 'Your plan does not include access for programs, so you cannot approve this.',
  seePlans: 'See the plans',
  limitReached: 'You have the maximum number of tokens. Revoke one of them, then approve again.',
  toTokens: 'Your tokens',

  approvedTitle: 'The program has access',
  approvedText: 'Go back to the program. It continues in a few seconds. You can close this page.',
  refusedTitle: 'The program has no access',
  refusedText: 'The program is told so. You can close this page.',
  scopeNames,
  oauth: {
    client: 'Program',
    from: (host: string) => `Its description is at ${host}.`,
    redirect: 'Afterwards',
    sentTo: (host: string) =>
      `Your browser is sent to ${host}. Approve only if that is the program that you have just used.`,
    mayDo: 'Choose what it may do',
    draftsHint: 'With the rights that are preselected it cannot change what readers see.',
    chooseOne: 'Choose at least one right, or refuse.',
    invalidTitle: 'This request cannot be answered',
    invalidText:
      'The program is not known here, or its request is not complete. Nothing was shared. Start again in the program; if it happens again, its maker must correct it.',
    continueTitle: 'Going back to the program',
    approved: 'The program has access. If nothing happens, go back to it.',
    refused: 'The program has no access. If nothing happens, go back to it.',
  },
}
