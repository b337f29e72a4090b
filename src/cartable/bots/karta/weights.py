"""What windows, tokens and dots are worth after each turn, as learnt from games of the bot against itself.

A position's value is the sum over all windows on the board, plus tokens and dots: 256 times the logarithm of
red's odds to win. A window weighs the same read from either end. They are from some
60,000 games of a predecessor of `learning.py`, which does the same with other random numbers and steps.
"""

from __future__ import annotations

from base64 import b85decode, b85encode
from collections.abc import Sequence
from typing import Final
from zlib import compress, decompress

from cartable.bots.compiled import Numbers, numbers
from cartable.bots.karta.board import LAST, LOCKED, WINDOWS, backwards

TOKEN: Final = WINDOWS
DOT: Final = WINDOWS + 1
ROW: Final = WINDOWS + 2
"""The weights after one turn: of every window, of a token, of a dot."""

UNIT: Final = 256
"""A weight that multiplies the odds by e."""

_TOKENS: Final = (256, 244, 184, 192, 162, 195, 194, 211, 228, 242, 278, 307, 353, 402, 458)
_DOTS: Final = (13, 36, 49, 74, 67, 87, 81, 93, 88, 85, 86, 78, 76, 75, 72)

# One signed byte for each turn and window, in the order of `_windows`.
_TEXT: Final = (
    "c-rl}S*&c?dEd9@J=T2YbLYN&*@M`mNNQpzlaegivMnisWh7A$AV`oG=P3w+<SlP`%u5g;KoA&7Y{!lf!LcL9h7?khMUhQ5*#n#1"
    "x9@o7Q*-TU&1>bWZZ<_Zlnm!pDqPgCYgg6UYklAU|NHM#bx|ib2qBC7bGT_**4sY%;NT(pGcWX0{WaW}emsVovx}Df+57k160Uhf"
    "pMaa4_9g#k@4j9VxIW(QjNWJenw|gR@)wuCxcs@lP|6%_l1M{jD`7|yd(FV}Y&pCpK~~bmj>rCHz|yvzwc!KAF}%tn+HOjv6BATo"
    "Y=2l5=p=}U@mld-Ph>;cuKZl;1^@6<*jnd_qef|g5;Ba1M_xM1tHm-7O6sF*8@3|N93uz2w+cR_MLJ4^lY|G1@`@mT(X9J9rQs7~"
    "cD>2tx&6})YK|3Li#F*PVzT4jZ?*bQxm>L@T+3m6g^5syL4wfaPusVyHUiBADP>@1>vUr$;@@<_KYRfXKd@!%BnYDdu9y7m`<vY#"
    "@3ED26lew4$wyma^TXcz!zYVBer%q9|L%t$7}>}75dLs1V*7C+W`E)h{`eB;cC2W-hWg~`$6Jf-aP0Oq=i7&~?XVWx@sRo1zu`pC"
    "?;BuAzCY;M58oYsd~c`zVaFZ6|0w;zr!KyCtm_XCds_r${2}lD{ps9XeD99@u*^TYY;U)tnqU6^Yclo!+4Av>>mS_sg9Fe1l@~ny"
    "f#Lix>;Iu!Z~ZwEGA)(zl}qZGrnNF{B{Pkx_1f%Q6+)<1>zM2ny4R96O5L4TnPXRWfHL1hXCyJ-9qo4gXTSG^>4#bAaIjd=qk#92"
    "RCZG}4+pub7LNHx$uTxN%`_wX<?BzKe#xdyY7w(zvWv^uLmitX$*gV7tYPYn$H<?2aQ?QKT&Jf>(@u9xW)9(;jxu_W%f_C^F!f|x"
    "2zA_6Do^#tEstts1Y3`aW$rxl#F|t^RgrD$lwG^6{99Y{#2@zUyeVCCmFMFzd!YlV9VSl3c3WvPxh*X=Tz)7k+iKjqx+sii%Hi0y"
    "=iOWmK9-7PTX{$2wlUM;w(|!cw$|z+A@bYadvy#~J@U<Mmne8Q`%gAo4N#KNapK-nDo&PI1a>vtYLR;radY_=^i^^?t+&0ZT=pWJ"
    "938hV^(UlE|DT}&jk$QTW#XqFD#~^Sw8ykBOSL8<`p1#1t7<EW83E<+5v95Os5b-a;{m-B+fXbWo450=o<^0U@n7wY(QU>U`rx?#"
    "XpIiOc*wtSO<iWsxVYXP>Q~X&heEs*Kphym#r@l?XOf_vOdH!=e<XJ0_WI!a0`q<G2-_9fE`fRnj<I+QVz%5)PUmx2lH=qkf7&H`"
    "-`(!Io%Xjk(Cg2>r{)a3QJ_a?hswN8z9&ndKzw`H35UUp+hr2>kAdM&Khh!r>qcM^Vao*N%8bJ9SS$HafPgU_QI1}O2LsiN``;Mu"
    "H?NHGZni(zzA^53h7U99Pf>3Ob(c`_gdyWU7U7SzZ~iAWsez*dJ$KuOj^zPe$5IP<`jI!aXvw};FCwLESTEK2zarTFdp?zXY+~E8"
    "@fdx#AbxbJ{7wF$HfITX08@}w^PO;mH3>fY&>_)a5I>w6(w+{GCx4ElOi&RxrG)lc7n0p}v?>BQSRXVgEM%v=mc*&t$1Yw5xuWZS"
    "`kF|+73$8^xq}J1d(E0V87oem^V(w6&`D<Q8Dq$G6;IX!s#7xC%kWDv8>X_kWx^ot_=6F3d817i?Ta|vNVKUHCJ!y|>RpB>oz9;#"
    "JY2uD;u|ptc(5@}*I42FZX)k=C(>FgC7bJx2f0g%QbjEdDh2~YihSc)U=5CrM}k_9Lg#lyKO9rC=`VLss&;ay4s&`2t&nUY7Y&K~"
    "JBQ&lq{%pDCLea4s`%4nQipK6ak0-<XFA(IDx~t>C23E0K&#n1cIR7GLCLZ~Z4*oO2Tpv(4PBeKlB`O-%PcAMYkq%sMVzojwsYU?"
    "^?cBuqvM?)e}EGkIybva(tA^1>z$XmkfLwDvi~5C$s|jTR${o*e)jAJ71>LT>UL4SIDYUF{alt1)u4a&iOZs`nMB<q+e4$A$D~U}"
    "oix08p7oP=KPRuATwGsJKX&mkFzyQ56j??iGE&Ia?pA9v2KNDBp=~s6T)77mk)(HSQdB0SL(d7<8~4g5_xR5_S#(W<ivAp>+6hvh"
    "s`ThtU6Bv2*`uZ8o#CN%)%BYE3%ynR+n<(+8dLGvGAQUa42qWz@?pBG=7<c>)N(Y+glKNvm!BH<5l-8@+I0N~uZ#x-pXkjqj*>V+"
    "{A8;(#r{_N9067%_ca>dYM*V?#fy9BJ-)S@ZA3_tT*2hc`Tp)}yLqBfik({sR9tJMQ-ie4JqOJQAUEp^T_-(+w={S&=ja9$LH|m{"
    "!rULCTYkNp4azG_pVj!HAa|(s?Nl9Wep!(9>>qtr|F59JmNTRSvRjA9wGnZsUEv7Cik?7BFP5lZI!34`ZTI-;Ewt&KJZ+-M#U}ZX"
    "4+k`4E1Q-3%(si;W6fg8hai?%6v}vD(VoHvg9OtQqp(H`RHR|OTO}W%DQ(eRggyx0opExQFRF`j9wO>D#nTGuBNn@U+Z?T*{mp;9"
    "0F=m=;s*o3b}ZC=kJ{14058B~{r5acAO)4NA<ajY4TVwl1w9wDD|nud0OZpWGoB9r#GA$+fN?td<98mWe{2O`Ly*>JfmUpYR<|E%"
    ")_;tVPtv|#FFt;G2Q>lj6(<ylx02+rY>EqHr7^AxQMX<!w82h~R@fNnCJVy2X)MN!Mc?xoOB-CzLw)g7*gkKHmdz8)pPAw1&gMIp"
    "9eT(`0qvDrFh6?}_b|U~-G%0rJ2vay;;O91FMfBk>F3$Q=X7x_IT}?K+o2tSh^92ib-~|p{lUB*gGo2x?bXAUr`KtvI$XnZNvN&K"
    "_iwZCqtwQ1gTp(QEZpE!#O#VL`_(;NJCG#@mW$K1CyIxhDgoG*bcFEP34S$0gZGE{J{v_GrY9d<wc+_$S<tkpY5EdoKPrhJj?h3="
    "AZ0L$cG=aa$Lb<YAY)h8J!=$bo72{5vTnac(>Iy7^LCY~-bk$bht+ZeQxSW@F3dr>xOSnP?H{maKPaVd4t96SO*;Va+<20mJ^$+Y"
    "pnd%WWwRkSVtRF87%F@A>*Jwhv-3wZd$yRrSDs#dyMFG-!)dcF25xwFm`;j(>^kv(>AJgq<LUE+ePi{$-TS?j0pxmGK|E(Wl8~-A"
    "diF>0Tj8J1PWJaVn`W(&TVPS3&CcmnQpw|$gUmmic5YtC*vagi4_usdqcHm0JNKK-smioWB)a>+{;GCtA)N`&l;_PlEw4Sz`>RJ!"
    "m7M2u*_7Y_)LxvuIq&^XcD;78WKEa4J-YK`X_Z^7Rg2q4_28w0jWqbo*qES7KYh-En_MiWx_X_h@q*qs;-i#j4*$z%Omj?<^_Q;?"
    "pV=+I)smWv?(tprySG8c#d{&YI9ti?YGs<4ud$J|25%*#B{%famT&G$P%amvLOT|`XPFGs**UwMvrs*gm7lq!9GCt!;`N@WFA5F?"
    "@$gGK|M1>^o{4eR4U_lJ<Lc3kNw$vqi8^r9_i6LwcaFq=+bo|oOJZ1mM+a?~j&f}_O}pj-EjHEkJ<i`-`}93`L0<3OMXC#k5)=R4"
    "^X{@~zg?^s6%^N!LyHxo_5~bAzd56c$<`loDviMwokulC-7LXFZDk0D$B+h0r^UdaAmd%q-515JL;K@LWWE8ncHwX6=;~gcAd~3S"
    "doWE`&P&lxm+!u?ZTvHkJ@4lz6C52Hv~i$6bub@k3#hwXBQ=QHeeZlmkcjW+loZZ<44MwYuyiOi2sT9!D%YRoVzp*?k)vEJ@ovc&"
    "PS{kE&(x!d?}Qxe%NUWkUS8OBJS^_CF@!twaUzIsM+a@n@~6bIiAnOk7Zz=f@MaV1=4q>=Y0A~Wx0(Evhx#ww?4YTq^CDH>KW{-n"
    "%C?Gm&!YZw<oiWVK0r7om;ko`mSuonVx)?th{?e0ZgQBuHsGLbqq0zf)eyI|$YM~P#1w8&J6|4jJ1x<>#Eok&Qpqf>+<}pIRf3b&"
    "#Pg+_m51GCXV>om=~JEzGRF`1=;wn<r3y}|rti#Q#28nee@DVN+Fm}!xtOJ+iF<joT*#Z0-fIk6b-)to{j~kGoI=v;q?IvAyG)R7"
    "hh|yy&K-x+k}i{+L0XoMjoT_{U*r(Y%<dw4xi#Y|^nPSe?6jEJO;?_d7|WS3ES4{&<W*%nut1XLEDQO>w!TBEI0&0;q~@DT`3s21"
    "26>vIRy$%xzwZa%;!S4=Gi^P>N{DK$U&walB#p^(rzX0WF?N&YnaonU8uT6vn@;tMrk~t$zjQ^#k+w@*p?Fl2Vd(BHj5MizP7kwJ"
    "vwQpPPuMuvD}G7exM_=@u+1grO*p)9EBkd}J4MvHWuG1mZw>pOSnW;hC!b7GSB1NqTgd849CfSv+4B8}<C>crpPjGUbGeAA@|EB<"
    "t~sxbxbmLrtfEmd6?m`L?;Y<qN%i1G{%^Bavne~18jSAV{g>Q-E`epFr~74=mHc_*mP<W2Tx@#n)mwB5rXo7X_torco8<p!t-5wM"
    "18$n#G|zcr*<cFfu)oe1#i#DzDs{uIAd}-kI5y&@{T0bGzqg0?D&X258GkPJI~gwh1+gNzi_B=$4*Rwp({f^M+x%F$-dR>O*<{6`"
    "9jn`q$8ii0+p<@@%tpFL*iXM8WR{0$i}t|Ac4aP%H??KGPU~*o2-9q|X1UAap<=I?-uWKuDy)m?WbxpocRvdxqWJ!LVu|+a=0@5*"
    "5!%>{6D=v$zi}A<&bq4xb}t)^`g*_`>yh`U3Vq*smb_UEeJtG3!7B?ZZc2XBG(NtvM9FH}jVJQR^ZqfI=p>-73EAlLYBeNpHJe6~"
    "#~ltMyK_fx+RUq?&47`=PI9MKGUW+cuVvL_Y{`_KVFZB!<vsG3(^2*`OkF?x7qXsRCs`~`d^MPEx^RaNo0QR4+i(0*T|LASg6JGq"
    "-S}YRUSw)hrQ-$%Rq6q@$p(o!D{D0fh8@{&GJ}k@;1fNE{J?NV(6QkgMZ^ik?~>F-Z7ufe>}t==`-5aXZW4BOJ#c<x3L-gvZM`$@"
    "uKTX+v%>chHdIsE71`}qhtZ|%pw)RacP0eyAU#&Z(Cpse$Tn-V|FBDEC)fTeiIG%{g#-Kxzpq|7R5W$88c{v9wj3}qUTrQ{<nj4("
    "Kn{Cv_}6h!h~5+AJLjXpA!tXtV5NslMsZAC(GqDu$gu_)2R-gHEWKZH-_U?FUNMTQ#G3VnEc<4f`~0~}i@+__<j}f(ol#K%Ahf0m"
    "16b~j=6W!Cub5o&Qq3DPzOd9ZjkP^~OF@WbC@yvKHffe`w;>Pf;2x``x5X8Kq&G^RMTj2`le~Ac=U;}X;1>};j`^w1ODAe!n~o(R"
    "&&$i;iPbL5m%fT=?lg7WXB`Y4onPE(Pwg<#2Njcje6i8v-FmS?BxVYS{8L$c)c|dgh`p|J?+;lF(mvtz@ip%Flk@g$4Y7*ZK)2`J"
    "oM_}XlJYGQB$s_{SENzvY`QvUu6-jU*8<Vi)jC}uyoW&fW7VvvE-`Mv`Ih)vp2ySb6y)F?#D$=1JfPJJt-({PpUhgcH{Wc~_%eHr"
    "$vao?&Q2bQZ^jJ`n>ySmAn0yvEzs+$)-~(Lwc)=v{rX_|57Y;~8a=lJLN#-RZSUa6&)lZ@$IWRnTy=IqHhJ)$fo!MDa@Uh<*5U%y"
    "v;`Sv(1ol1fcFMkn|Alsf5`WSrn+p=LaFpiqs_0^taL_(WY_3&_JOhs%+kH9i__WFxB1-7Jws6Z7gzt{viu*ckVaP*o6%ywgmA<x"
    "+nmzt22~!{M-g{zcYT5QT<cA>n5|WK_~uObZ~J){^&Uz_Qr8-NO+SqN({Nn<uDtsC>4hYht0DE(<)h(^zuVdIj(7_eYVoWRZ=<qm"
    "G+Ku1tX}bY*RFP&E5D5Yr|)7;a){nbgOiL^cz{_I=Y&hUriRR~vT)GujrWqT?})(J1XuBmS6=wd&kr&dBGho*8G7FCXZA7I&vF(L"
    "(Q$G5Wgh>Vjb31U6k;bXTu^+DXV2NASUgMI{N2Z-9d_utLU`uZ><<QR(_eP|YK`#U(bd`I^qX?|jxyKPA5u;AIZ7Z}p#M8>rloxo"
    ")fkDM)Syce(;kXfbQ3)Y=<Y7qcjQ-rqD^FRlNOgZaGE8PUrJ3&nt@3!{`Sg3X32%Q(g~Lyo21&T3?}sAJD)_cO4L)D%;J0=QDgg|"
    "UQY)m?$su2Lfohgg9O_@GyR5K?zl6}oj{iUsOj@bwU_l=hdO8^U*OexwoKb<m01+y5<M@v6>_^D?BKo8vI$kY+cLUTYA+PWjmS_;"
    ";R7P|a@y&cF3FgY>Snhy?~%3@Vx7?8H^+CBE`Rnx{@`S0v3|0uRwwdFI6B|Z1<-D9@U!1(e{xiLx+afv>z>k}$;!s+$ztXj{PY;#"
    "k5AM|AN2@*12Mo%vNaXNDYP+5C21JRhOW?95$qziCVHKa5+oe?Isnd5-A0{Z<XSZ@V4bYadn&JuLk+e_+Ji<O8WGc4`3nu~jg{;("
    "e-u)+3bbc5B1eNyvLKjK)OmZL2?(ua3x*%_oNT<y_C*e1>v+OHvsztT9>@MCK!{?DROR<@e9d&hWHRc>t`MZ4PVCYdBcrP{3qzh8"
    "Xo=LV2+$RAFnU}L6{m_>KB}&>B1!J1_P*w6Wd`>mgjy6zmihF@)A(`#5re6SNzT^5?2%crrarcdh-wn`Jr4cj0j{Z54qoyY_ue9`"
    "<E}@*v!P{+Y-~{0e@sZ(!x^R~?UcKP20OHmj27elvG<w`QEqluKeq6BUmR%J`YcWD9g1EyK3-uxO;Y|^GP<olyY9u^;uCK4=^^`h"
    "FV<-2=DqzL_3OE{nkA3KU|fb|eD}^J-)BGlPUM9+z8eQJR7KK5=5xf%S4=E0H)_F(DeEjYqiKql_yQF*DzqxQs+7vE^ERlp$j66!"
    "tq8Z{=s)n|P&adTY1)|o;%)PvR?Zo3!*Gwp-BpWP#l0VPs(8NocG6^3w9#4AwSTC3e|JmSvoiR7d7SodO-9w~V3=5Ii0gKLY~p6Z"
    "ij5fcd}>Pl;28gSwTseQgTkyex_L|dwV2Nvb}~Y2LEDKzuR7%mUGP=v(wO?A$ulAMxwZ!QCmHQ81;3Y3+>AaYxO2&%JouS@2iabe"
    "F2;jBt4qm4MX#>(x`}~KZK2F60Z8x4<$>z~&(438YzzRYA5MSz!MmUCha|GzX<By}U9Wc`r<vIY-o?NqV(6<$@;}!);K4yLD0_bF"
    "LyBU5A*OtY)=9cX<3S-N_74BNaQ)pT>*XNuuT~2lH`$BW9{WU$Qr5hH_t?ydyZ=esQuc1U&~r+K;9`fqC|FMm_er~7<i9#+D@s}i"
    "amP{$do}>lIkRp#W_c2J|DEI_ENf49<bSn*e3E;M&#xPEEh+nqON4XwFRkAE>)A#X!*$L#ZEzInut!K#d%LTl8jLp**GtfGX=JU_"
    "WQ4et$OpR7Dz9`F@x6x6FRjh+kyBUGmHcLj+gSsRAuIEI&#d~h$?AsOVHa~(UEN;hq%+Ng7KvFVOO#Qvc5J{yA7a*!WogE5p-<%s"
    "%dksvI^j){*H(Y&e(x3%)AgOVrV!Di7Kf(>wE$BS@!9wA7j_+GHNF_4IPIk)vEuCU)m-XodJ)l(zmvR~gb8I|MFC(WIzo+i*kNP>"
    "WOa-+i%CswKq`3WQHTj0pa9F+_@-sVMrtSm#r0BZwialmc`@YyC<Kt)4eM^~bDGQzdfqh3JKZ(Xi*|SLc$I!z@_2cf>@85{*9KAU"
    "8V^L8qI4?od&GB_dcn1!?9#6qojn))X@f+EtamD4PxgbqXGu_Pj8ns_orKl1X`i+m94nFWS&2!TCP8fyZ4q}hL4stG^46@nTj2Xn"
    "u><Z!9;}g!I1Kh%^<Co7t08_OU<?U0x}IF9JR$|UyhNo^^Cfs;jh+alOjKNA2-sP4Z?W<n&vA@A2G_z=*i9;{D4+HljRS8%7wfqh"
    "bfA2sTiA>h3?|4^7b<xs)^;ur^AijLLA~xdxo<$NwEAF!!|t>$-0*@;t$Dw_7PCkGji@#~`JD6AAhz@uSbwdNqB&cg#r&Q5c@=(h"
    "Jyoc97ZXB6(e|Re=XKS%@b_!fy1Fc@&|sYBdhWcBk{XmoyC34nC$T71U~8J?fSSa+-mSlZSXiMoY8#{R&(Y<t0#2b$8z89`&n}6M"
    "q{+w3tnKE@#*i)qqqXnq-`WiR`_33V>pElGeGqfjp-K`gRqG;3cD$^Wu9pixJpr((&9f=Hcs?WYNpF)`d1HhQrKnc?TR`JkSR(b<"
    "Tz|PWjXhsvp0vdu&HMk0XD#i{%-pTlqWQ+kUOaJCFK)UPho)bm8+NHW@%Q@;g9$AMOLrqT7LGVez#uvI248lSY1+ZnZWxY7`(ORs"
    "Br>p$D8Bp)_y76J<1FQ=zwAk+lltVS5K6S)ZV4hXimdy+qWJF$8hkN}_(EL(wTt&R^+^IiK|yoAwaInEa!BFsv@`K53OO{F#~Y2&"
    "Kji3o6EB@VscMuwDVnQQ)B4yn`X7%>E&cP@z}{XA7)pzJP|$Uk)Wdm8tQnRXZAjbHY6AtWgHIDg6Mgu(^aSbJ#DV^I7qW&N)p<V;"
    "U1=7&Z;=Q>9)Ii6i~GcSs6=@}o3^oQF^RDT$DgKGDaH`8%#I|90+-Y|UD}u}HmxCf^1^hOl_tBy)AJO9FmH<4q6ts-K~Dx5WW7+&"
    "6VsH-;j(96(!{sZiyL)}RlOdNKF1BdYEh0ZVa6FyaMKR+sCjoI98-bQE{i^eso-OMP=4`F{<6J3pXbk~=z8fEwpf^U<wMBAk6+YZ"
    "Oe$kn{xUW0f(fIaX#2tHd8@0{dC~Rkta#h#fj6&z_+23uAzq<CYykc6*us{5D>{d1gwEEUYRhp7leZN)6gYJfVWyapTBNdQ1I<Ut"
    "2v`gU6us4x*6hWCX43IZrvajk6f^_mWP~NoE1dV}i-fQ~1T}~KNcse0M^-F8Cfo0t0WFoZkYqgI53ZJ{4_|HgYtZgqA*1}EBll$!"
    "Hht%$*qih?xZ*()*By9zQbcEVVn;loYt|W*$O?i&38f5cxj_4B9@Q${PyJ1d_sz1@xJL+geO_w+sSsWcI4aCQ`v#`96~%~#Km}7X"
    "KfgRc?G1*p@-5_Nz%q=A=UBXhqhJVPJ*|=UAx?@mrE`yf#)i>nG}m#5rYz>B@%hepNFo82<+RkdO~NL(_MNVw%P`ut<VDEOQyS-n"
    "4_+k2es{l(Vn^Iq)1)oG=#Z2{(dNgj_iGjxv$VL%2isFJgYo_OClBh+csbFo{8Y3)&&M(e`X^n}5&=u530ehgqsKtpJ{*MP)Z_>c"
    "SeLbS<cQx!%cO@BNGCo;_xj^s4H?(%6<uu2?5`E(KZXz+!0TcU(oW-D2f#!6`TWLp{fF3X|FY-dNu|Cbv;WO<yFKxc#x^TaKNWMZ"
    "18iF~+#!?CKvNU~ghzx%gdW~Yi&xMQ%5H=#p<LYDwZ9T`Pr@o1-`|UDl-vikyRTf|@2fhZMY4BtGxAVdDaUlU)6=8uB?+~e+z*K6"
    "=`In!;#L-*&r%{cYSP1)*G0X!jAK;<Vlu4F)NAZ`IXz6X$=-|87xzVlM>>oy|K^RW2Nd^sQp#NqBQPqZgfFV|I3#2N4YGcdXaCek"
    "9DCr|+$2d+7HY5dWovdgk9^8^M9PO*mVQ<lHdf*g5=MBXzGArYFN`Pumfub97io5DNHxv|y}z}-z~*$6(=3~#5@%)lqe;7l4F3S%"
    "(W8H_r7PuCEqcxBU1f>gR5*bqRUv9vDErIds*`|<WAdLZH{JGc2(n#5l(TyNN(Z)q<X?IE_OJDfuS%0z^B^;AsM38Jx-OfTyv=-!"
    "DK|$ZBsQ4^(jPB_Epc=ijoEO+hBOUx*-;T8j$X}AE;jlb`yP6pE=}aBOASfaLo*@|bO*28+%p1uJ?A0oR?pHU2r{1*DdtDFi&|!5"
    "f_O3#U!buOY#1<1RMFq*2J&a`jBikD@Xn)|T1hR@;0(wHX1TPlzK?!ps8LcUb%y*Z;ihPeX>|w~z>~G&#f$z2EQ~n*E#!?0;8)Z@"
    "I`GJKfM1X!eHujojdR*Z4ZHvom@*VY>?n#Dd>euz;T{<eM59txvs`Rw$Xo)>?ROyPM?uBH#538{iB*s`lA*etzq2I&Oy$Yh6c1<K"
    "F%^&<h&dISraYM^^uz}|@7fd&gKm7aAjt_%Okle(CJQ9O4b4&9g(_%Q(O=3P<&)5?)^sRUt{s{zG`r1#hSFSteB)F$7$qrPVb(gk"
    "zG>=U!Y~)q4(*E7P^t(+sg$02bP(|i2#6L`2HG9gRx{*)G*~I(wA)lchgAaTL=3kIL;(i#)yUr^k%9CZWgyWgXK=Fet|d-c&`%|o"
    "fyXi+yis)(ID@rRz;-^a0C+TS+9Oa}<|1dYv|$g3X^HJK5CvYZxQ5_xp8020qi32wAqjZ?3=_uZ!SHz%zheo}(<YR~!}-F@z8(~h"
    "?zyG%D9bvkHpemgMeF{F4k%wjM}a`_KFj7kL*M{1-Y<Mlg$#%lvu#!nzK4sLF+wIk5p{%rq$OVIpL6C*9gJB!>q--2+riN7dDh>r"
    "R_pfnwvujvksZn0Z=u28Q@UeS>nX$vF-zjA?z(E3FI<ob-S5`3faVoh&gRnKuDopGR3-y7Wkp)K1Jv!;i4N*fx4I_T>Y9FS?tbU8"
    "b(g8nao5>@zBK=%qSVbVRal%<NI%rpK0k#?Jh7eRW;eNdW!)|i{cS6p>ayW5WjB1ERZDr_dYcM{HGE*>tHiUxjqwCO_~uJTWr7Bs"
    "%YOf-Ui|8dy(A}tf!)PENd@0Uy$hq?wuxXJ#r*m!DE;5vGS=jJJM+3~N9jef>Y7?I-!1K%kyYzbxLU8;snu`z1lmiE*N=1a8@^Zj"
    "wnF~>mQ<@#=GJ_$>I&eW-(Y!M(AlMGQ53Oov#t_lHhkEO!Vt(Ns!5Xhwh@ifOU(vWS(J!`JN_DfxGFb^WBM0b2#3t8FqE<d5$J}E"
    "B$AlJ?|k>gJmO8%tBu+X^CYax48XNz(G*qcn33)L*ky^zmN>{7#jBC5Xcb4jS7$vskRr?^w7Vd_0Rw=roe{Sha-TWKqA-<wJqX;~"
    "gcNI5`e6J0t7@9KB!+XbgeV@a$o7=Xn6(NN-&0cHLyu-9ggb|cJ4*-4q5a8QgHMR%>1BSo#tY|am0z{C)y7l#nd|niCau9sS~C~s"
    "oHnBB+Lisl*-dlNufdkm53n8M@H+CIps-C;fC&a!B0N(h;5!Z}8*=4hbhvM0&J#v65P43CfE_96IgXsxrOE@Kd5>iV+r;pQe7i4o"
    "iAv54<{Me*Ts4lyd}KXBnF#^}qMsdtD<(}q;2e2i9D$HQC|@e>CDI8?0&i&VCf$8LJGuBNlKkc9yT)Qrmfb-2t)%n9n>pDbD34_y"
    "g|b3D&|*5T)m|F8O@W3z@CWJ$<z*QHmp&(>Y8|Zs^C!EuPJG>NXsQ56aw=@N!_ob~7)jtr8NNj{P)oP{qDRk>My=|*#E9*eN*NF<"
    "C_fb<Jd6C1QVgOZVnhQk_6aUzkrT~m={Su5X`Bxk(hVdn*AtATU7CRzgkkT13PKM1dsWxDl=5CfZe=2^1lg3af3!UzwCC5URQEI)"
    "i=9vRL~n_yZHFfL2}r!okR>U1kHI{P9l1Z|FG+)j6ZZ4Mxlxar(y5nFx7jJWVINSdLP;BNkLJx_$r>}qLF+8jsrDITHY6tMedqh6"
    "1QdHf20w*$uWnmhapJn4C*c=6?2K_1YCCRED4EpBv>2-0jeqDm8nM}aHK@nFLi0Z`^@^@wy)EnE_Qp7+AafYlmXd7vV<32pwy{*M"
    "b|LlsQa?bwe!kO3Ng3m9<A0tI9D?mxUWCr%{za;06EBP2xF$;*@Mzk@*3^zoRNTK&hROPqan)b%z5;sMV-L9dkGiK4>!Gi#ae}AP"
    "lpa~XT#w^S<t(8loEZ&G1*Ja9MlbE3-(*<=hV1zAOAo@W1PPpvH)FmDkmHUta*yPu5oy}wj4obJ$Ty9l3VWfmB1Lh(n}(jvVO<%L"
    "=pvu6m<*}N?m7;bT>%Qz?!J7;-1GRF#GlEyI1)L3`L0H!%<M0tw~78vh7vT|(4>D4k3OFyF*zj%_S5U*|I%k%8KV(k?8yd6UAKz)"
    "pw^wHBpC4pJ3H&GF{bEOOaqo&hiR{|l+B(z`;vj+L+~%Z|JJ`BAy-7>2&G{i#8t|K_iZ^aLY83^+CJNH38bSbO?DES4T!bjEKs_u"
    "9KswjT37MY-Hlu{)7p#o_7JHLNwqfEsVtDJ?gfJGbepT_^qq)tFwj>~x-%gIOUM#M?MFLc?!yt}>m(O<SaOzg0VM+hV)v$F{F8UH"
    "$w;AYeA>CoxanN-oNWK#f--yWY518eV!MbSy|G~|N*R?)t^xzfNgI4G<WDK<WBi*aSQmlFKwYDUq1TpD%^-$HWP;BjBE>+tk15W?"
    "mLw!)I#`&aj=HTAx5!B^L`5J@1PA>P0lfF4NgzOB8S&hA)hH@+rD)O|Ox|hL?<0|%Lu_0#ly||SB55>8E>Dw{a0@Nk1_Yyq%3t}5"
    "XvKRB8k3GO2zY0p9Y`8*2{N+0!v3i&n<Qruuh765$O0spU9R>rnk1k#3CtXY3Pq$Rpm0r-g(J{5NePalWol~Pt!p?S7;=UaC$hi~"
    "5x@y$lsH|E5}W{if^|W^FPE-M6aOv5VXlmb4%SRC`A*=EG~`T}3HW$pWC)>G1C({CjrBTs+NeN4+;wc)3UV349N^Ofh(^DbgyOMj"
    "TYyE5>9Dh-l=L=?&XopnZNOn`G@Z$BL)TtcZb8z9b*(Ok+1pvuww-%~nd#1KLfzwf>1MwhYnQGsSdAy(w8*TBh`poo4G1TLn308}"
    "eOML%o`LDo)(Z}YeQ6VfA*(1a2Wrz3oa8(&@oix98tB*(PW)#=d}VtsQ8}$lZ357>2Y$-?J@8NSRWPvN?Dm_HJ^b5Pe7Tvms_}KQ"
    "@!%|3=9O(Ki-%oTR^~7UTZhZKp3gS0_?_HbT+A$tvLflEYng76;INa|1-!*FRoNd^%^Tl=#Dx1r!%Y1<*OPxFA*fcDIhAKxtIMnA"
    ">IqNc<+=eowWD_Vf`K__f1q2&e2<rO|E`n!-lzRenk)+<l0{vsDQ(#JC@sr_e|g`rovyE)d;Jsp&vu4=MslqCCB|ieZe--*)I5P{"
    ";HqRo{#GPk>n=!Bv}7aZlf{a4kIo?m8DuJU?*CBXmC2o#ZV^_q_FGL13hJ)@4%5He6l(*SLc9l^MX#~y@YsDF|28uJU{U#1oH0JL"
    "HXiPQ0L{4Iz4Lew2GF8-701K4I={AQTS+?fS_+a6C>{=xJmX95Yx0^?kQ9>Z^?q=>`PuRsb&BfLAHMVWP6^c<L+GIYr?gz=Y3%T-"
    "&$Urh90=vg3C@u7b5yXxxK2Dn=wjgdFG=b%1X*gD+Vjphoo&<0tU%IdeIF}iyP&bCwn^!@Gu~=7Qr2k$T}%-<!LSMuO`Y3>3?qQ)"
    "z9T-0G$<SUfL9*wUX#Pck@)FdaZg}ECsGnP8jz5+-~J>aF!kw5{Q}f*x0EJ2Qd=)87@{hkqNwcCNy~C19;;Xc`$y1%5rJxu?WueX"
    "t_mp+;lLi~&^ZK^3Ufd+AJPczzm45|OI_M-(-e-<*b=<j6WZJ6Fq=Sn0NUs|pSTPfm<tuHOl_qd$Z;zNJ>81bGk?p2?-e^u01nM|"
    "y$oP6tYr>@VB3OLkei)QlpUbn<p)#qSIqivA*)-B8bou8GiV(N@pFOqJ=xZ%RTxrxfjOB^yOR2pvb^Jl0m{NQ7z&O85;7~>mKba>"
    "v1Nphmd`l<@Fy&}NGv_h$PwnCVi_k*k0jW0?}+AEhWp-2o(8v$Sqf#EQypR2s0TzkaquyaNEraUflwkxNDRRnAdE*3(L@`b3xa%b"
    "T4XdOEb^Rrs_5{5`vT(Uu4IibIiV_y2<xpFZwcA&X8{#GRHxSMca(|VkL4j<>{!>{bAw~w(k$RQ>Cv4aSd!QR_dexT?LE<cAw*Yl"
    "Z)w}@v({qL+yUX)1InyfFClfFZ_hcL26!eBE^A0iB1BY2!eMYZAw1!eQrsnZY(oGXXWo5E_*VlD1p&57Bculj(r)!INzES9&m$B-"
    "09Jy9$A3V{BiuwAM~aYO%YyIb>0D)#ZeQhjmfS}I_!T75L%4-Zn+S1OGeDqG>c<9$HM)llOucM&rVa}Lz?U*MzqOt*GLT+2-MZvO"
    "3hU!=iu5kciXpz^#{)EYb<y1Ep;wju#kgX1cLOhk2|PhvQ35#m6&O=Zh(M`FZ6|$?HHwW0&U13u^wIO}Zx4E(8;?e?I+$_Ck~Crc"
    "^j46EX8=}U?d#kH`v&4CZI^aK1l(+oRU~eXIP0-gw7kP7Kw}`e42Wh>@G`7=NVRgfzG7~wk2`cf`s8-x*@KrkR9R_$(!7Q2lV#Y1"
    "unPB@JH_zVaLe28s+;ad`uG0pm4H+y9mQTwt0|`&4|JxCGgd(EFK>Fa!c&Ac{huHk@3E+xMEfpY+moN#fV80S#b=LyiRH}c?Fk<="
    "Dt)mS<S5|PZpwqEYFzN5EL^62sKAf<%XzyW%1~p;#~S#?DQ$gUt^{8y*&r3(%55zLAcH^zA_L=12_>=<)-~aFCv1PBXtrjNO&NS9"
    "rd^6F*P||zcm(>!`6Oy-!M5Sah(_{YHddeA5#u59WjU|AWiqn_Eg_{r%d&8|LZ27dhX%A55u;6_k!^go0$lQ|JdnMLKb3@$@D&J2"
    "uulLz1Ih9zthYa5fr=E-w?MD(0*5G|CkM&=(77?w8FmEw7zn7}+S}R_(q#%u29S*yPGd>1z%*J&TpPUoFEZB7XiVi!cKwXJ$5T3e"
    "OtCCPQ7hjh<#QiroF-yPVrzY~3EFnN1ty<+WG)84HYxo&X3$wt(*Pk*ggl9F1^NxS=e&gyycUH}ggS;73$fGl3FD^a0Y&OC4UlpO"
    "MqxujZ~Mz(K*{JN&6I1KDX&sbEQvsq5i<d?23d;T#@Zd6CdlIeC?W>d=;@|n?|Y;al1!Kg`G>Bb2mDNT#D#6K)j&|jnxP@M>hwY>"
    ";USC%meGtt8j(^Inn7|T4BYctB{j@pgH{9>H{m%=A)X~HvoWn@%NlJMn4a!t>611%vScf8_uN*zONQ@fT^6msj;VGR#IX9J)8X_D"
    "SZIVE%ETvvxq$^9=BnoL?UU(v92vPp$vDO7(9yEhilr&zaeMX?W9tpX{v7EvftjU86Hx@LnMY}ZuxCXey+~pKdA5n3u@DNMTH5ci"
    "<b%|{N2LW>Ogss~y%o`8UwLhOMRj-8lPV0t`V0@nPShzBluZE1Dtz6}wpC`3mCFt_)Q15Y))*3iPS*}YRUF9r%Am=a6VFc0#1)Do"
    "lk)uS3;cQ&OG>XpY|esc+^YY<V?%5AbOli)$&*B+O}oy&Db*k~VEr*GQAOn@kBP&I#mwecs*|u>v47hGp|`ot)h5Bg%@YbCyqAK&"
    "t27%IjF3U3izb_)#37Xj-@L2bBd8(CRHx!*GJ9)=o=7NqCamo?^c?_TQn-%jb9ZXliOxOinqb~@?oAojB%`?iUR|OSI;LKl@6z{;"
    "`!c<5FCI+`QElWL^&zvDtHb2<L_b`zfwihY{I(bVOk`8%*^biSZYgm-Eko1xRv~t*2dxIaps)Hd^4{Y5VgZy}k$AqCU4;^LphyI~"
    "Z=jQ9p8F7HMS!f5@G*+rkU$EKwl!)-R@#zYB|U44J34CC+pJK`LB^03E*k9`LfZypegsFX3rN^q4;*aIuMqOExR6Ba$bm5iYXcOA"
    ";xe%<M0Aha5+MhJEVpNPgJ<A<2&H!HCgi7!WUm+xM*(tBl^KH2$^Z;T5Wc(Cd;!L$B{rZX(mJ}fwo-lyV1Sl=M}c8a8&ClA=Kl*Y"
    "s(ld"
)


def _windows() -> list[int]:
    """Return the windows that there are, each in the direction that reads smaller."""
    squares = [square for square in range(2 * LOCKED) if square != LOCKED]
    every = (a << 9 | b << 6 | c << 3 | d for a in squares for b in squares for c in squares for d in squares)
    return [window for window in every if window <= backwards(window)]


def _weights(text: str) -> Numbers:
    learnt, windows = memoryview(decompress(b85decode(text))).cast("b"), _windows()
    # No card lies before the first turn, and after the last the game is finished.
    rows = [[0] * ROW for _ in range(LAST + 2)]
    for turn, row in enumerate(rows[1:-1]):
        for window, weight in zip(windows, learnt[turn * len(windows) :], strict=False):
            row[window] = row[backwards(window)] = weight
        row[TOKEN], row[DOT] = _TOKENS[turn], _DOTS[turn]
    return numbers((weight for row in rows for weight in row), "int32")


WEIGHTS: Final = _weights(_TEXT)
"""The weights of the position after each number of cards, row after row."""


def written(weights: Sequence[int]) -> str:
    """Return the weights of the windows as the text that stands above; a byte holds no more than 127."""
    rows = range(ROW, ROW * (LAST + 1), ROW)
    held = (max(-127, min(127, int(weights[row + window]))) for row in rows for window in _windows())
    return b85encode(compress(bytes(weight & 255 for weight in held), 9)).decode()
