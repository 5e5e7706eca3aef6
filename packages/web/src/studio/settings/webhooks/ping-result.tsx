import type { TestResult } from '@galley/client'
import type { UseMutationResult } from '@tanstack/react-query'
import { describeError } from '../../errors/describe-error.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Banner } from '../../ui/display/banner.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useDeliveryTexts } from './deliveries/use-delivery-texts.ts'

export function PingResult({ ping }: { ping: UseMutationResult<TestResult, Error, void> }) {
  const text = useText('webhooks')
  const ui = useText('ui')
  const texts = useDeliveryTexts()
  const { data, error } = ping
  if (!data && !error) return null
  const ms = formatNumber(data?.response_time_ms ?? 0)
  const message = data ? describe(data) : describeError(error)
  return (
    <Banner
      tone={data?.success ? 'good' : 'bad'}
      title={data?.success ? text.testOk : text.testFailed}
      urgent
      action={<IconButton icon="close" label={ui.dismiss} onClick={() => ping.reset()} />}
    >
      <p>{message}</p>
    </Banner>
  )

  function describe(result: TestResult): string {
    const { success, http_status } = result
    if (success) return text.testOkBody(http_status, ms)
    if (http_status !== 0) return text.testFailedStatus(http_status, ms)
    return texts.reason(result) ?? text.testFailedUnknown
  }
}
