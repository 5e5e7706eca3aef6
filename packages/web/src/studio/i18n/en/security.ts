export const en = {
  proofTitle: 'Is it you?',
  proofText: 'You logged in some time ago. Enter your password to continue.',
  password: 'Password',
  wrongPassword: 'This is not your password.',
  confirm: 'Continue',
}
