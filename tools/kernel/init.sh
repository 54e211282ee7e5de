#!/bin/busybox sh
# The first program of the board: its drivers, its flash as an SPI device, and then what is to be tried.
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
for module in /modules/*.ko; do /bin/busybox insmod "$module"; done
/bin/busybox sleep 1
for device in /sys/bus/spi/devices/*; do
  name=${device##*/}
  echo spidev > "$device/driver_override"
  [ -e "$device/driver" ] && echo "$name" > "$device/driver/unbind"
  echo "$name" > /sys/bus/spi/drivers/spidev/bind
done
for spi in /dev/spidev*; do :; done
cd /app
echo "node $(./node --version), kernel $(/bin/busybox uname -r) $(/bin/busybox uname -m), $spi"
./node on-the-board.js "$spi" "$@"
echo "ended with $?"
exec /bin/busybox sleep 1000
