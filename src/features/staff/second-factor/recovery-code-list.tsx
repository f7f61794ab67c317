import { useT } from '#ui/interface.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { StaffWords } from '../staff.messages.ts';

/** Recovery codes, shown only once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const t = useT<StaffWords>();
  return (
    <>
      <p>{t('staff.recovery_codes_hint')}</p>
      <Grid as="ul" least={190} gap="6px 16px" ground="quiet" pad="12px 16px" above={12} below={20}>
        {codes.map((code) => (
          <li key={code}>
            <Text as="code" mono>
              {code}
            </Text>
          </li>
        ))}
      </Grid>
    </>
  );
}
