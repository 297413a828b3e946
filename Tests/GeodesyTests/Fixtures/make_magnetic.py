#!/usr/bin/env python3
"""Makes magnetic_published.csv and magnetic_random.csv: fields of the World Magnetic Model.

The published rows are NOAA's test values of WMM2020 and WMM2025 (WMM2020_TEST_VALUES.txt, WMM2025_TEST_VALUES.txt),
which PyPI's ahrs 0.4.0 contains unchanged. The random rows are computed by PyPI's pygeomag 1.1.0, an independent
implementation, for WMM2015v2, WMM2020 and WMM2025.

    pip install ahrs==0.4.0 pygeomag==1.1.0
    python3 make_magnetic.py            writes the files
    python3 make_magnetic.py --check    compares them with the committed ones, byte for byte
"""
from importlib.util import find_spec
from pathlib import Path
import random
import sys

from pygeomag import GeoMag

HEADER = "year,height_km,lat_deg,lon_deg,x,y,z,h,f,i_deg,d_deg"
RATES = ",x_rate,y_rate,z_rate,h_rate,f_rate,i_rate,d_rate"


def write(name, lines):
    """Writes the file; with --check, compares it with what is there instead."""
    file, text = Path(__file__).with_name(name), "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        file.write_text(text)
    elif file.read_text() != text:
        sys.exit(f"{name} is not what its script makes")


def published():
    folder = Path(find_spec("ahrs").submodule_search_locations[0]) / "utils"
    # The positions of the columns of HEADER and RATES in each file.
    columns = {2020: [0, 1, 2, 3, 7, 8, 9, 6, 10, 5, 4, 14, 15, 16, 13, 17, 12, 11],
               2025: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18]}
    for year, order in columns.items():
        for line in (folder / f"WMM{year}/WMM{year}_TEST_VALUES.txt").read_text().splitlines():
            cells = line.split()
            if cells and cells[0] != "#":
                yield ",".join(cells[index] for index in order)


def computed():
    random.seed(20241217)
    models = [(2015, GeoMag(coefficients_file="wmm/WMM_2015v2.COF")),
              (2020, GeoMag(coefficients_file="wmm/WMM_2020.COF")),
              (2025, GeoMag(coefficients_file="wmm/WMM_2025.COF"))]
    for number in range(1000):
        epoch, model = models[number % 3]
        year = round(random.uniform(epoch, epoch + 5), 3)
        height, latitude = round(random.uniform(-1, 850), 3), round(random.uniform(-90, 90), 4)
        longitude = round(random.uniform(-180, 180), 4)
        r = model.calculate(glat=latitude, glon=longitude, alt=height, time=year)
        field = ",".join(f"{value:.4f}" for value in (r.x, r.y, r.z, r.h, r.f))
        yield f"{year},{height},{latitude},{longitude},{field},{r.i:.6f},{r.d:.6f}"


write("magnetic_published.csv", [HEADER + RATES, *published()])
write("magnetic_random.csv", [HEADER, *computed()])
