import { describeWithOpsin, OPSIN } from '../../support/opsin.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';

describeWithOpsin('names that contradict the structure', () => {
  const service = serviceOfFile({ OPSIN_JAR: OPSIN ?? '' });
  const untilFound = (codes: string[]): Promise<void> =>
    until(async () => {
      const { body } = await service.call('GET', '/products?quality=name_structure&fields=code', {
        key: service.key,
      });
      const found = (body.data as { code: string }[]).map(({ code }) => code);
      return found.toSorted().join() === codes.join();
    });
  const isRead = () =>
    until(async () => (await service.db.any('SELECT FROM read_names WHERE NOT is_read')).length === 0);

  test('are found of synonyms and main names, salts, solvates and stereo apart, until name or structure is corrected', async () => {
    await service.push([
      { code: 'SYN', name_cn: '甲', name_en: '2-Fluoro-4-nitrotoluene', synonyms: 'FNT;2-fluoro-4-nitrobenzene', smiles: 'Cc1ccc([N+]([O-])=O)cc1F' },
      { code: 'MAIN', name_cn: '乙', name_en: 'propan-1-ol', smiles: 'CC(C)O' },
      { code: 'SALT', name_cn: '丙', name_en: 'Lysine', synonyms: '2,6-diaminohexanoic acid hydrochloride;(2S)-2,6-diaminohexanoic acid', smiles: 'NCCCCC(N)C(O)=O.O' },
      { code: 'TRADE', name_cn: '丁', name_en: 'Aspirin', synonyms: '乙酰水杨酸;no name', smiles: 'CC(=O)Oc1ccccc1C(O)=O' },
      { code: 'NONE', name_cn: '戊', name_en: 'methane', synonyms: 'ethane' },
    ]); // prettier-ignore
    await untilFound(['MAIN', 'SYN']);
    await isRead();
    await untilFound(['MAIN', 'SYN']);
    await service.call('PUT', '/products/SYN', { key: service.key, json: { synonyms: 'FNT' } });
    await service.call('PUT', '/products/MAIN/structure', { key: service.key, json: { smiles: 'CCCO' } });
    await service.call('PUT', '/products/TRADE', { key: service.key, json: { synonyms: 'benzoic acid' } });
    await untilFound(['TRADE']);
  });
});
