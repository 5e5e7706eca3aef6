/** The name of these texts, for `useText` and `textOf`. */
export const onboardingText = 'onboarding'
