/**
 * Abbreviations used in laboratories and the CAS numbers that they stand for, as suppliers often leave them out of
 * the synonyms. Keys are compact: `NAD+` is `nad`, `5-HT` is `5ht`. A key with capitals applies only to text written
 * with these capitals. Compiled from general knowledge of the trade.
 */
const TABLE = `
15acdon 88337-96-6, 245t 93-76-5, 24d 94-75-7, 2me 60-24-2, 2methf 96-47-9, 3acdon 50722-38-8, 3mcpd 96-24-2,
3np 504-88-1, 3tc 134678-17-4, 4aap 83-07-8, 4ap 504-24-5, 4oht 68047-06-3 68392-35-8, 5asa 89-57-6, 5aza 320-67-2,
5fc 2022-85-7, 5fu 51-21-8, 5hiaa 54-16-0, 5ht 50-67-9, 5htp 4350-09-8, 5mthf 134-35-0 31690-09-2, 62fts 27619-97-2,
6ba 1214-39-7, 6bap 1214-39-7, 6mp 50-44-2, 9bbn 280-64-8, aba 21293-29-8, abts 30931-67-0, ac2o 108-24-7,
acac 123-54-6, accl 75-36-5, ACE 83-32-9, acn 75-05-8, actd 50-76-0, acy 208-96-8, adm 23214-92-8 25316-40-9,
adp 58-64-0, afb1 1162-65-8, afb2 7220-81-7, afg1 1165-39-5, afg2 7241-98-7, afm1 6795-23-9, aibn 78-67-1,
aicar 2627-69-2, ala 56-41-7, amox 26787-78-0, amp 61-19-8, ampa 77521-29-0 1066-51-9, AN 107-13-1, ANT 120-12-7,
AO 494-38-2 65-61-2, apap 103-90-2, aps 7727-54-0, arg 74-79-3, ART 63968-64-9, asa 50-78-2, asn 70-47-3, asp 56-84-8,
atbc 77-90-7, atp 56-65-5, atra 302-79-4, azm 83905-01-5, azt 30516-87-1, b2pin2 73183-34-3, baa 56-55-3,
baba 541-48-0, BaP 50-32-8, bap 1214-39-7, bbf 205-99-2, bbn 280-64-8, bbp 85-68-7, bbr 2086-83-1, bghip 191-24-2,
bh4 62989-33-7 17528-72-2, bha 25013-16-5, bht 128-37-0, bicine 150-25-4, binap 98327-87-8, bipy 366-18-7,
bjf 205-82-3, bkf 207-08-9, bma 97-88-1, bme 60-24-2, bnbr 100-39-0, bncl 100-44-7, bnnh2 100-46-9, bnoh 100-51-6,
boc2o 24424-99-5, bop 56602-33-6, bp1 131-56-6, bp2 131-55-5, bp3 131-57-7, bp4 4065-45-6, bp8 131-53-3, bpa 80-05-7,
bpaf 1478-61-1, bpf 620-92-8, bpo 94-36-0, bps 80-09-1, bpy 366-18-7, bpz 843-55-0, bq 106-51-4, bsa 10416-59-8,
bstfa 25561-30-2, bu3snh 688-73-3, bu4nbr 1643-19-2, buli 109-72-8, buoac 123-86-4, buoh 71-36-3, bzcl 98-88-4,
bze 519-09-5, camp 60-92-4, cap 56-75-7, caps 1135-40-6, cbd 13956-29-1, cbn 521-35-7, cbz 298-46-4, cbzcl 501-53-1,
cccp 555-60-2, cddp 15663-27-1, cdi 530-62-1, cfc11 75-69-4, cfc12 75-71-8, cga 327-97-9, chaps 75621-03-3,
ches 103-47-9, chr 218-01-9, chx 66-81-9 55-56-1, cip 85721-33-1, cipc 101-21-3, CIT 518-75-2 372-75-8, clr 81103-11-9,
clz 5786-21-0, cmc 9004-32-4, coa 85-61-0, COC 50-36-2, cod 111-78-4, cpa 427-51-0 18172-33-3, cpl 105-60-2,
cpme 5614-37-9, cpz 50-53-3, csa 5872-08-2 3144-16-9 59865-13-3, ctab 57-09-0, ctc 57-62-5 56-23-5,
ctx 50-18-0 6055-19-2, CV 548-62-9, cys 52-90-4, d4t 3056-17-5, DA 51-61-6, dab 91-95-2, dabco 280-57-9, daha 53-70-3,
dapi 28718-90-3, dast 38078-09-0, dba 538-58-9, dbcamp 362-74-3, dbn 3001-72-7 1194-65-6, dbp 84-74-2, dbu 6674-22-2,
dca 79-43-6, dcc 538-75-0, dce 107-06-2, dchp 84-61-7, dcm 75-09-2, dcmu 330-54-1, dcp 80-43-3 7757-93-9,
dcu 2387-23-7, ddc 7481-89-2, ddd 72-54-8, dde 72-55-9, ddi 69655-05-6, ddm 112-55-0 69227-93-6, ddq 84-58-2,
ddt 50-29-3, ddvp 62-73-7, dea 111-42-2, dead 1972-28-7, deet 134-62-3, deg 111-46-6, dehp 117-81-7, dep 84-66-2,
des 56-53-1, deta 111-40-0, detx 82799-44-8, dex 50-02-2, dga 929-06-6, dha 6217-54-5, dhea 53-43-0, dhf 4033-27-6,
dhm 27200-12-0, dhp 110-87-2 84-75-3, dht 521-18-6, diad 2446-83-5, dibal 1191-15-7, dibalh 1191-15-7, dibp 84-69-5,
dic 693-13-0, didp 26761-40-0, diea 7087-68-5, dinp 28553-12-0, dipa 108-18-9, dipe 108-20-3, dipea 7087-68-5,
dma 127-19-5, dmac 127-19-5, dmae 108-01-0, dmap 1122-58-3, dmba 57-97-6, dmc 616-38-6, dme 110-71-4, dmea 108-01-0,
dmf 68-12-2, dmfdma 4637-24-5, dmi 80-73-9 5306-85-4, dmp 87413-09-0 131-11-3, dmpa 24650-42-8, dmpu 7226-23-5,
dms 75-18-3, dmso 67-68-5, dmt 120-61-6, dnop 117-84-0, dnp 51-28-5, dnph 119-26-6, dnr 20830-81-3 23541-50-6,
doa 103-23-1, don 51481-10-8, dop 117-81-7 117-84-0, dopa 59-92-7, dopac 102-32-9, DOS 122-62-3, dotp 6422-86-2,
dox 23214-92-8 25316-40-9, doxy 564-25-0, dpp 131-18-0, dppa 26386-88-9, dppb 7688-25-7, dppe 1663-45-2,
dppf 12150-46-8, dpph 1898-66-4, dppm 2071-20-7, dppp 6737-42-4, dtbbpy 72914-19-3, dtbp 110-05-4, dtt 3483-12-3,
dtx 114977-28-5, dvb 1321-74-0, dzp 439-14-5, e1 53-16-7, e2 50-28-2, e3 50-27-1, ea 141-78-6, EC 96-49-1 490-46-0,
ech 106-89-8, eda 107-15-3, edc 25952-53-8 1892-57-5 107-06-2, edchcl 25952-53-8, edci 25952-53-8, edta 60-00-4,
edta2na 139-33-3, ee2 57-63-6, eg 107-21-1, egcg 989-51-5, egta 67-42-5, ehmc 5466-77-3, emb 74-55-5, emc 623-53-0,
EO 75-21-8, epa 10417-94-4, epps 16052-06-5, ery 114-07-8, et2nh 109-89-7, et2o 60-29-7, et3n 121-44-8, etac 141-78-6,
etbe 637-92-3, etbr 1239-45-8, eti 75-03-6, etmgbr 925-90-6, etoac 141-78-6, etoh 64-17-5, etu 96-45-7, fad 146-14-5,
fb1 116355-83-0, ffc 73231-34-2, fitc 27072-45-3, flt 206-44-0, FLU 86-73-7, fmn 146-17-8, fosa 754-91-6,
fsk 66575-29-9, ftc 143491-57-0, ga3 77-06-5, gaba 56-12-2, gbl 96-48-0, gca 475-31-0, gdp 146-91-8, ghb 591-81-1,
glcnac 7512-17-6, gln 56-85-9, glu 56-86-0, gly 56-40-6, gma 106-91-2, gmp 85-32-5, gsh 70-18-8, gssg 27025-41-8,
gtp 86-01-1, halaoh 56-41-7, hargoh 74-79-3, hasnoh 70-47-3, haspoh 56-84-8, hatu 148893-10-1, hbpin 25015-63-8,
hbtu 94790-37-1, hcb 118-74-1, hch 58-89-9 319-84-6 319-85-7 608-73-1, hco2h 64-18-6, hcq 118-42-3, hctz 58-93-5,
hcysoh 52-90-4, hda 124-09-4, hdi 822-06-0, hea 818-61-1, hema 868-77-9, hepes 7365-45-9, hfac 1522-22-1,
hfba 375-22-4, hfc134a 811-97-2, hfip 920-66-1, hglnoh 56-85-9, hgluoh 56-86-0, hglyoh 56-40-6, hhisoh 71-00-1,
hileoh 73-32-5, His 71-00-1, hleuoh 61-90-5, hlysoh 56-87-1, hmb 625-08-1, hmdo 107-46-0, hmds 999-97-3,
hmetoh 63-68-3, hmf 67-47-0, hmpa 680-31-9, hmta 100-97-0, hmx 2691-41-0, hns 20062-22-0, hoac 64-19-7,
hoat 39968-33-7, hobt 2592-95-2, hpheoh 63-91-2, hprooh 147-85-3, hq 123-31-9, hseroh 56-45-1, hthroh 72-19-5,
htrpoh 73-22-3, htyroh 60-18-4, hva 306-08-1, hvaloh 72-18-4, hyp 51-35-4, iaa 87-51-4, iam 144-48-9, iba 133-32-4,
ibuoh 78-83-1, ibx 61717-82-6, icdp 193-39-5, ile 73-32-5, IMP 131-99-7, inh 54-85-3, ipa 67-63-0, ipdi 4098-71-9,
ipoac 108-21-4, ipr2net 7087-68-5, ipr2nh 108-18-9, iproac 108-21-4, iproh 67-63-0, iptg 367-93-1, isdn 87-33-2,
ismn 16051-77-7, itx 5495-84-1, ka 487-79-6 501-30-4, kdo 1069-03-0, koac 127-08-2, kotbu 865-47-4, lah 16853-85-3,
lca 434-13-9, lda 4111-54-0, ldopa 59-92-7, leu 61-90-5, lev 102767-28-2 100986-85-4, lhmds 4039-32-1,
lialh4 16853-85-3, lihmds 4039-32-1, lng 797-63-7, lohp 61825-94-3, lpo 105-74-8, lsd 50-37-3, ltg 84057-84-1,
lys 56-87-1, MA 108-31-6, maa 79-41-4, mah 108-31-6, mamp 537-46-2, MB 61-73-4, mbc 10605-21-7, mbt 149-30-4,
mbts 120-78-5, mclr 101043-37-2, mcpa 94-74-6, mcpba 937-14-4, mda 4764-17-4 101-77-9, mdea 105-59-9, mdi 101-68-8,
mdma 42542-10-9, me2nh 124-40-3, mea 141-43-5, mecn 75-05-8, meg 107-21-1, mei 74-88-4, mek 78-93-3, meli 917-54-4,
memgbr 75-16-1, meno2 75-52-5, meoac 79-20-9, meoh 67-56-1, mes 4432-31-9, METH 537-46-2, methf 96-47-9, mibk 108-10-1,
mipk 563-80-4, mit 2682-20-4, mma 80-62-6, mmf 128794-94-5, mmi 60-56-0, mms 66-27-3, momcl 107-30-2, mops 1132-61-2,
mpa 71-58-9 24280-93-1, mpk 107-87-9, msa 75-75-2, mscl 124-63-0, msg 142-47-2, msm 67-71-0, mtbe 1634-04-4,
mtt 298-93-1, mtx 59-05-2, na2edta 139-33-3, naa 86-87-3, nabh4 16940-66-2, nac 616-91-1, nad 53-84-9, nadh 58-68-4,
nadp 53-59-8, nadph 53-57-6, nahmds 1070-89-9, naoac 127-09-3, naoet 141-52-6, naome 124-41-4, naotbu 865-48-5,
NAP 91-20-3, nbac 123-86-4, nbs 128-08-5, nbt 298-83-9, nbuli 109-72-8, nbuoh 71-36-3, ncs 128-09-6, ndba 924-16-3,
ndea 55-18-5, ndma 62-75-9, ndpa 621-64-7, ndpha 86-30-6, NE 51-41-2, nem 128-53-0, nep 2687-91-4, nfsi 133745-75-2,
nh4oac 631-61-8, nhs 6066-82-6, nipam 2210-25-5, nis 516-12-1, nmba 61445-55-4, nmda 6384-92-5, nmea 10595-95-6,
nmi 616-47-7, nmm 109-02-4, nmn 1094-61-7, nmo 7529-22-8, nmor 59-89-2, nmp 872-50-4, nnk 64091-91-4, NOR 70458-96-7,
npip 100-75-4, npyr 930-55-2, nta 139-13-9, ntg 55-63-0, odcb 95-50-1, oit 26530-20-1, olz 132539-06-1, omc 5466-77-3,
opa 643-79-8, opd 95-54-5, ota 303-47-9, otc 79-57-2, oxyma 3849-21-6, paba 150-13-0, pas 65-49-6, PC 108-32-7,
pcc 26299-14-9, pce 127-18-4, pcp 87-86-5, pcy3 2622-14-2, pdc 20039-37-6, petn 78-11-5, pfba 375-22-4,
pfbbr 1765-40-8, pfbs 375-73-5, pfda 335-76-2, pfdoa 307-55-1, pfhpa 375-85-9, pfhxs 355-46-4, pfna 375-95-1,
pfoa 335-67-1, pfos 1763-23-1, pfosa 754-91-6, pfpa 422-64-0, pfpea 2706-90-3, pfunda 2058-94-8, PG 57-55-6 121-79-9,
pgf2a 551-11-1, pgf2alpha 551-11-1, pgme 107-98-2, pgmea 108-65-6, phba 99-96-7, phbr 108-86-1, phch3 108-88-3,
phcho 100-52-7, phcl 108-90-7, phcn 100-47-0, phco2h 65-85-0, phcooh 65-85-0, phe 63-91-2, phli 591-51-5,
phme 108-88-3, phmgbr 100-58-3, phnh2 62-53-3, phno2 98-95-3, phoh 108-95-2, pht 57-41-0, pipes 5625-37-6, plp 54-47-7,
pma 16561-29-8, pmbcl 824-94-2, pmma 9011-14-7, pmsf 329-98-6, pnp 100-02-7, PO 75-56-9, ppa 14838-15-4, pph3 603-35-0,
ppts 24057-28-1, pqq 72909-34-3, proh 71-23-8, ptfe 9002-84-0, ptsa 104-15-4, ptsoh 104-15-4, ptu 51-52-5 103-85-5,
ptx 33069-62-4 6493-05-6, pva 9002-89-5, pvp 9003-39-8, py 110-86-1, pybop 128625-52-5, pza 98-96-4, pzq 55268-74-1,
r6g 989-38-8, rala 1200-22-2, rdx 121-82-4, rfp 13292-46-1, rhb 81-88-9, rif 13292-46-1, saha 149647-78-9,
sam 29908-03-0, sdm 122-11-2, sds 151-21-3, sdz 68-35-9, semcl 76513-69-4, sls 151-21-3, smm 1220-83-3, smx 723-46-6,
sn38 86639-52-3, sphos 657408-07-6, sqx 59-40-5, stc 10048-13-2, stz 18883-66-4 72-14-0, t3 6893-02-3, t4 51-48-9,
TAM 10540-29-1, tame 994-05-8, tap 15318-45-3, tatb 3058-38-6, tba 75-65-0, tbab 1643-19-2, tbac 1112-67-0,
tbaf 429-41-4, tbah 2052-49-5, tbai 311-28-4, tbaoh 2052-49-5, tbbpa 79-94-7, tbd 5807-14-7, tbdmscl 18162-48-6,
tbdpscl 58479-61-1, tbep 78-51-3, tbhp 75-91-2, tbhq 1948-33-0, tbme 1634-04-4, tboep 78-51-3, tbp 126-73-8,
tbscl 18162-48-6, tbt 688-73-3, tbtu 125700-67-6, tbuli 594-19-4, tbuoh 75-65-0, tbuome 1634-04-4,
tbz 148-79-8 58-46-8, TC 60-54-8, tca 76-03-9, tcb 120-82-1, tcc 101-20-2, tcca 87-90-1, tcdd 1746-01-6, tce 79-01-6,
tcep 51805-45-9 115-96-8, tcne 670-54-2, tcnq 1518-16-7, tcpp 13674-84-5, tcs 3380-34-5, tdf 201341-05-1 202138-50-9,
tdi 584-84-9, tdm 25103-58-6, tdz 51707-55-2, tea 121-44-8 102-71-6, teg 112-27-6, tegdma 109-16-0, tehp 78-42-2,
tempo 2564-83-2, teoa 102-71-6, teos 78-10-4, tepa 112-57-2, tes 7365-44-8, tescl 994-30-9, teta 112-24-3,
tf2o 358-23-6, tfa 76-05-1, tfaa 407-25-0, tfe 75-89-8, tfmsa 1493-13-6, tfoh 1493-13-6, thc 1972-08-3, thf 109-99-9,
thp 142-68-7, thr 72-19-5, tipa 122-20-3, tipscl 13154-24-0, tma 75-50-3, tmb 54827-17-7, tmeda 110-18-9,
tmg 80-70-6 107-43-7, tmp 738-70-5, tms 75-76-3, tmsbr 2857-97-8, tmscl 75-77-4, tmscn 7677-24-9,
tmsi 16029-98-4 18156-74-6, tmsn3 4648-54-8, tmsotf 27607-77-8, tmtd 137-26-8, tmz 85622-93-1, tnbp 126-73-8,
tnt 118-96-7, tosmic 36635-61-7, tpgs 9002-96-4, tpo 75980-60-8, tpp 603-35-0 115-86-6, tptz 3682-35-7,
tricine 5704-04-1, tris 77-86-1, trisbase 77-86-1, trishcl 1185-53-1, trp 73-22-3, trtcl 76-83-5, tsa 104-15-4,
tscl 98-59-9, tsoh 104-15-4, ttf 31366-25-3, ttx 4368-28-9, tween80 9005-65-6, tyr 60-18-4, UA 77-52-1 69-93-2,
udca 128-13-2, ump 58-97-9, utp 63-39-8, vb1 59-43-8 67-03-8, vb12 68-19-9, vb2 83-88-5, vb3 98-92-0 59-67-6,
vb5 79-83-4, vb6 65-23-6 58-56-0, vb7 58-85-5, vb9 59-30-3, vc 50-81-7, vcm 75-01-4, vcr 57-22-7, vd2 50-14-6,
vd3 67-97-0, vdc 75-35-4, ve 59-02-9, vk1 84-80-0, vk3 58-27-5, vma 55-10-7, vpa 99-66-1, xantphos 161265-03-8,
xgal 7240-90-6, xphos 564483-18-7, zea 17924-92-4, zen 17924-92-4, zpt 13463-41-7, 维a酸 302-79-4, 维b1 59-43-8 67-03-8,
维b12 68-19-9, 维b2 83-88-5, 维b6 65-23-6 58-56-0, 维c 50-81-7, 维e 59-02-9
`;

const meanings = new Map(
  TABLE.trim()
    .split(/,\s+/)
    .map((entry): [string, string[]] => {
      const [short = '', ...cas] = entry.split(/\s+/);
      return [short, cas];
    }),
);

/**
 * Abbreviations that remain one with their first letter set apart: o-DCB is ODCB. For all others that letter is a
 * locant or a stereo sign: p-CP is not PCP.
 */
const APART = new Set('ldopa mcpba odcb opd paba phba pnp ptsa ptsoh'.split(' '));

/**
 * The CAS numbers that an abbreviation stands for; none if it is unknown.
 * @param key in compact form
 * @param typed as it was typed
 */
export function abbreviated(key: string, typed = key): readonly string[] {
  if (/^[ompdl]-/i.test(typed) && !APART.has(key)) return [];
  return meanings.get(typed) ?? meanings.get(key) ?? [];
}

/** The CAS numbers of all abbreviations that begin with a compact text. */
export function abbreviationsFrom(beginning: string): string[] {
  return [...meanings].flatMap(([short, cas]) => (short.startsWith(beginning) ? cas : []));
}
