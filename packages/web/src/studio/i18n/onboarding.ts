import { en } from './onboarding.en.ts'
import { ja } from './onboarding.ja.ts'

export const onboardingText = { en, ja }
