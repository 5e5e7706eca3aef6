import { get, post, type Route } from '../../router.ts'
import { logIn, logInPage } from './log-in-page.ts'
import { logOut } from './log-out.ts'
import { passwordReset, passwordResetPage } from './password-reset-page.ts'
import { recoverWithCode, recoveryCodePage } from './recovery-code-page.ts'
import { setUp, setupPage } from './setup-page.ts'
import { signUp, signUpPage } from './sign-up-page.ts'
import { verifyEmail, verifyEmailPage } from './verify-email-page.ts'

/** Signing up, logging in and out with plain forms, which need no scripts. */
export const accountRoutes: readonly Route[] = [
  get('/login', logInPage),
  post('/login', logIn),
  get('/signup', signUpPage),
  post('/signup', signUp),
  get('/setup', setupPage),
  post('/setup', setUp),
  get('/password-reset', passwordResetPage),
  post('/password-reset', passwordReset),
  get('/recovery-code', recoveryCodePage),
  post('/recovery-code', recoverWithCode),
  get('/verify-email', verifyEmailPage),
  post('/verify-email', verifyEmail),
  post('/logout', logOut),
]
